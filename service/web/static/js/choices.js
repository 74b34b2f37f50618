// A classic script that runs before the first paint. It applies the looks that this browser remembers.
(() => {
  const root = document.documentElement;
  try {
    const theme = localStorage.getItem("delvebook.theme");
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
    const motion = localStorage.getItem("delvebook.motion");
    if (motion === "off") root.dataset.motion = "off";
    const lang = localStorage.getItem("delvebook.lang");
    if (lang === "en" || lang === "ru") root.lang = lang;
  } catch {
    // Storage is forbidden here: the page looks as the system does.
  }
})();
