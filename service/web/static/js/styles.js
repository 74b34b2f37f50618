/** Loads a stylesheet of a part of the pages, once. @param {string} name a file in `static/css/` */
export function stylesheet(name) {
  const href = new URL(`../css/${name}`, import.meta.url).href;
  if (document.head.querySelector(`link[href="${CSS.escape(href)}"]`)) return;
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = href;
  document.head.append(link);
}
