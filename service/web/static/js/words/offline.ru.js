/** The words of the page without a network, in Russian. @type {Record<string, import("../words.js").Entry>} */
export default {
  "offline.heading": "Нет сети",
  "offline.hint": "Без сети партии недоступны: стол, показанный по памяти, мог бы вас обмануть. Когда сеть появится, всё вернётся само. А проверить запись с этого устройства можно и сейчас.",
  "offline.verify": "Открыть проверку записей",
};
