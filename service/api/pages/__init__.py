"""The pages rendered by the server: those of /docs, the consent of OAuth, and the document around each page."""
