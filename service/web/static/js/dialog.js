/** A modal question. */
import { html, render } from "./html.js";

/**
 * Asks a question, and calls `onYes` if the answer is yes.
 * @param {{title: string, text: string, yes: string, no: string, onYes: () => void}} question
 */
export function openDialog({ title, text, yes, no, onYes }) {
  const dialog = document.createElement("dialog");
  dialog.className = "question";
  dialog.setAttribute("aria-labelledby", "question-title");
  dialog.addEventListener("close", () => {
    dialog.remove();
    if (dialog.returnValue === "yes") onYes();
  });
  render(
    html`<h2 id="question-title">${title}</h2>
      <p>${text}</p>
      <div class="row">
        <button type="button" class="danger" @click=${() => dialog.close("yes")}>${yes}</button>
        <button type="button" class="quiet" autofocus @click=${() => dialog.close("no")}>${no}</button>
      </div>`,
    dialog,
  );
  document.body.append(dialog);
  dialog.showModal();
}
