"""
What is wrong this time, in Russian: the refusals a player meets that are not the rules'.

Each sentence is made of an error's code and details alone, and is true of every error of its code. Seats are numbered
from 0, as everywhere in the API.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

SENTENCES: Final[Mapping[str, str]] = {
    "action/not_now": "Сейчас вам нечего решать: дождитесь своей очереди.",
    "action/stale": "Этот вопрос уже закрыт; сейчас открыт вопрос {decision}.",
    "game/finished": "Партия завершена или прервана, сделать в ней больше ничего нельзя.",
    "game/started": "Партия уже началась, теперь этого сделать нельзя.",
    "game/seats_missing": "Ещё свободны места {seats} (считая от 0); начать можно, когда заняты все.",
    "game/seats_open": "Ещё свободны места {seats} (считая от 0); случайные строки раскрывают, когда заняты все.",
    "game/seats_closed": "Рассадка окончена: все места заняты, занять или освободить место нельзя.",
    "game/nonces_missing": "Обещанную случайную строку ещё не раскрыли места {seats} (считая от 0).",
    "nonce/mismatch": "Это не та строка, которую обещало ваше место; пришлите именно её.",
    "nonce/none": "Ваше место не обещало случайной строки, раскрывать нечего.",
    "nonce/shown": "Ваше место уже раскрыло свою случайную строку.",
    "nonce/late": "Случайные строки нужно было раскрыть до {deadline}.",
    "seat/taken": "Сесть сюда нельзя: место занято или оставлено за другим игроком, или вы уже сидите за этим столом.",
    "seat/not_yours": "Действовать можно только за своё место, и пока за него не играет бот или другой игрок.",
    "service/rate_limited": "За {window} с можно сделать не больше запросов, чем {quota}; подождите немного.",
    "service/too_many_streams": "Открыто слишком много потоков событий; закройте лишние или попробуйте позже.",
    "takeback/nothing": "Ваше место ещё не сделало хода, который можно вернуть.",
    "takeback/chance": "Ход {event} вернуть нельзя: в нём решал случай.",
    "takeback/revealed": "Ход {event} вернуть нельзя: в нём открылось то, что было скрыто.",
    "takeback/passed_on": "Ход вернуть нельзя: на нём основано то, что произошло в событии {event}.",
    "takeback/asked": "Остальных об этом уже спросили; дождитесь ответа.",
    "takeback/declined": "Ход вернуть нельзя: другой игрок не согласился.",
    "takeback/too_many": "Больше ходов вернуть нельзя: вы просили об этом слишком часто.",
    "takeback/too_soon": "Вы просите вернуть ход слишком часто; подождите немного.",
}
"""By code; for a refused take-back by its reason."""


def russian_detail(code: str, details: Mapping[str, Any]) -> str | None:
    """The refusal as a Russian sentence; None if there is none, or the details do not fill it."""
    key = f"takeback/{details.get('reason')}" if code == "takeback/refused" else code
    if key == "action/stale" and details.get("decision") is None:
        return "Этот вопрос уже закрыт, и другого для вас сейчас нет."
    sentence = SENTENCES.get(key)
    if sentence is None:
        return None
    said = {name: _list(value) if isinstance(value, list | tuple) else value for name, value in details.items()}
    try:
        return sentence.format(**said)
    except KeyError:
        return None


def _list(values: list[Any] | tuple[Any, ...]) -> str:
    return ", ".join(map(str, values))
