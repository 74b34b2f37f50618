"""The pages that the server renders: those of /docs, the consent of OAuth, and the document around each page."""
