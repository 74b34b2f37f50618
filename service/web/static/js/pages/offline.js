/** The page for a time without a network: what still works, and when the rest comes back. */
import { html, render } from "../html.js";
import { openPage } from "../shell.js";
import { register, t } from "../words.js";
import en from "../words/offline.en.js";
import ru from "../words/offline.ru.js";

register("en", en);
register("ru", ru);

/** Milliseconds between looks whether the service is back. */
const LOOK = 2000;

const page = openPage({ current: "offline", title: "offline.heading" });

function draw() {
  render(
    html`<section class="panel">
      <h1>${t("offline.heading")}</h1>
      <p>${t("offline.hint")}</p>
      <div class="row">
        <button type="button" class="primary" @click=${() => location.reload()}>${t("table.again")}</button>
        <a class="button" href="/verify">${t("offline.verify")}</a>
      </div>
    </section>`,
    page.main,
  );
}

page.onChange(draw);
setInterval(async () => {
  const answer = await fetch("/livez", { cache: "no-store" }).catch(() => null);
  if (answer?.ok) location.reload();
}, LOOK);
draw();
