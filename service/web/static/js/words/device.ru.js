/** The words of the page on which another device opens an account, in Russian. @type {Record<string, import("../words.js").Entry>} */
export default {
  "device.page": "Ваша учётная запись на этом устройстве",
  "device.hint": "На устройстве, где вы уже вошли, откройте «Учётную запись» и нажмите «Войти на другом устройстве». Введите код, который появится.",
  "device.code": "Код с другого устройства",
  "device.look": "Дальше",
  "device.question": "Войти как {name}?",
  "device.other": "Сейчас в этом браузере вошёл игрок {name}. Сначала он выйдет: без ключа доступа или кода восстановления в ту учётную запись уже не вернуться.",
  "device.only-yours": "Продолжайте, только если код сделали вы сами. По чужому коду вы окажетесь в чужой учётной записи, и её хозяин увидит всё, что вы там делаете.",
  "device.open": "Войти как {name}",
  "device.change": "Выйти из {other} и войти как {name}",
  "device.no": "Нет, не надо",
  "device.already": "Вы вошли на этом устройстве как {name}.",
  "device.games": "К партиям",
};
