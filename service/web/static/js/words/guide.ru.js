/** @type {Record<string, import("../words.js").Entry>} */
export default {
  "guide.heading": "Ваша первая партия",
  "guide.step": "{done} из {all}",
  "guide.play-on": "Играйте дальше. Подсказчик заговорит, когда появится что-то новое.",
  "guide.clauses": "Что говорят правила",
  "guide.next": "Понятно",
  "guide.end": "Играть без подсказчика",
  "hint.thinking": "Бот думает…",
  "hint.heading": "Что взвешивает сильный бот",
  "hint.best": "Он сделал бы так",
  "hint.close": "Почти не хуже",
  "hint.worse": "От этого он ждёт меньшего",
};
