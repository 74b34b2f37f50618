"""
What a record holds, as sentences: what happens around a game, and a title's own words for facts and actions.

Nothing in a forged record makes this fail: what cannot be told is None.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from delvebook.domain.kit.phrases import Language
from delvebook.domain.ruleset import Ruleset

WORDS: Final[Mapping[Language, Mapping[str, str]]] = {
    "en": {
        "fork": "A game of {title} for {seats} seats is created: a fork of game {parent} after event {at}.",
        "annul": "The game does not count.",
        "adjudicate": "The result is adjudicated: {places}.",
        "resume": "It resumes after event {at}, under {ruleset}, in game {game}.",
        "GameCreated": "A game of {title} for {seats} seats is created.",
        "SeatTaken": "{who} takes seat {seat}.",
        "SeatLeft": "Seat {seat} becomes free again.",
        "SeatsClosed": "Every seat is taken. {due}",
        "nonces": "The players show the nonces they committed to by {deadline}.",
        "no_nonces": "No player committed to a nonce.",
        "NonceRevealed": "Seat {seat} shows its nonce.",
        "GameStarted": "The game begins.",
        "SeatReplaced": "{who} now plays seat {seat} ({reason}).",
        "TakeBackAsked": "Seat {seat} asks to take back event {action}.",
        "TakeBackAnswered": "Seat {seat} answers the take-back request of event {asked}: {answer}.",
        "ActionTakenBack": "Seat {seat} takes back event {action}.",
        "DisputeOpened": "Event {event} is disputed: {claim}",
        "DisputeFindingAttached": "The service has replayed the game for dispute {dispute}: {finding}",
        "holds": "the record is exactly what the rules make of it.",
        "fails": "the record is not what the rules make of it.",
        "unknown": "this was not possible.",
        "DisputeRuled": "Dispute {dispute} is {verdict}: {reason} {remedy}",
        "DisputeAppealed": "The ruling on dispute {dispute} is appealed: {reason}",
        "DisputeWithdrawn": "Dispute {dispute} is withdrawn.",
        "DisputeClockResumed": "The ruling on dispute {dispute} is overdue; the clock runs again.",
        "dismissed": "dismissed",
        "upheld": "upheld",
        "place": "place {place}: {seats}",
        "agrees": "agrees",
        "declines": "declines",
        "GameFinished": "The game is over ({reason}); winners: {winners}.",
        "GameAborted": "The game is aborted: {reason}.",
        "withheld": "the nonce was not shown in time by {seats}",
        "SeedRevealed": "The seed is revealed: {seed}.",
        "bot": "A bot ({bot})",
        "player": "Player {player}",
        "nobody": "none",
        "seat": "seat {seat}",
        "concealed": "Face down: {action}",
        "hidden": "A choice, face down.",
    },
    "ru": {
        "fork": "Новая партия: {title}, мест — {seats}; ответвление партии {parent} после события {at}.",
        "annul": "Партия не засчитана.",
        "adjudicate": "Результат присуждён: {places}.",
        "resume": "Она продолжается после события {at} по правилам {ruleset} в партии {game}.",
        "GameCreated": "Новая партия: {title}, мест — {seats}.",
        "SeatTaken": "{who}: место {seat}.",
        "SeatLeft": "Место {seat} снова свободно.",
        "SeatsClosed": "Все места заняты. {due}",
        "nonces": "Свои случайные строки игроки раскрывают до {deadline}.",
        "no_nonces": "Случайных строк никто не добавил.",
        "NonceRevealed": "Место {seat} раскрывает свою случайную строку.",
        "GameStarted": "Игра начинается.",
        "SeatReplaced": "{who} играет теперь за место {seat} ({reason}).",
        "TakeBackAsked": "Место {seat} просит вернуть ход, событие {action}.",
        "TakeBackAnswered": "Место {seat} отвечает на просьбу из события {asked}: {answer}.",
        "ActionTakenBack": "Место {seat} берёт назад ход, событие {action}.",
        "DisputeOpened": "Оспорено событие {event}: {claim}",
        "DisputeFindingAttached": "Сервис переиграл партию для спора {dispute}: {finding}",
        "holds": "запись в точности такова, какой её делают правила.",
        "fails": "запись не такова, какой её делают правила.",
        "unknown": "это не удалось.",
        "DisputeRuled": "Спор {dispute} {verdict}: {reason} {remedy}",
        "DisputeAppealed": "Решение по спору {dispute} обжаловано: {reason}",
        "DisputeWithdrawn": "Спор {dispute} отозван.",
        "DisputeClockResumed": "Решение по спору {dispute} просрочено; часы снова идут.",
        "dismissed": "отклонён",
        "upheld": "признан обоснованным",
        "place": "место {place}: {seats}",
        "agrees": "согласие",
        "declines": "отказ",
        "GameFinished": "Игра окончена ({reason}); победа: {winners}.",
        "GameAborted": "Партия прервана: {reason}.",
        "withheld": "случайную строку в срок не раскрыли: {seats}",
        "SeedRevealed": "Раскрыто зерно случайности: {seed}.",
        "bot": "Бот ({bot})",
        "player": "Игрок {player}",
        "nobody": "ничья",
        "seat": "место {seat}",
        "concealed": "Втёмную: {action}",
        "hidden": "Выбор втёмную.",
    },
}


def tell_event(type_: str, data: Mapping[str, Any], language: Language, *, ruleset: Ruleset | None) -> str:
    """
    An event other than an action as one sentence; empty if there is nothing to say about it.

    Args:
        type_: The event's type.
        data: The event's data.
        language: The language of the sentence.
        ruleset: The game's ruleset, if it is known.
    """
    words = WORDS[language]
    template = words.get(type_)
    if template is None:
        return ""
    said = {key: value for key, value in data.items() if isinstance(value, str | int)}
    if isinstance(data.get("seat"), int):
        said["seat"] = data["seat"] + 1
    match type_:
        case "SeatTaken" | "SeatReplaced":
            said["who"] = words["bot" if data["bot"] is not None else "player"].format(**said)
        case "SeatsClosed":
            said["due"] = words["no_nonces" if data["deadline"] is None else "nonces"].format(**said)
        case "GameAborted":
            if "seats" in data:
                said["reason"] = words["withheld"].format(seats=_seats(data["seats"], words))
        case "TakeBackAnswered":
            said["answer"] = words["agrees" if data["agrees"] else "declines"]
        case "DisputeFindingAttached":
            holds = data["finding"].get("holds")
            said["finding"] = words["holds" if holds is True else "fails" if holds is False else "unknown"]
        case "DisputeRuled":
            said["verdict"] = words[data["verdict"]]
            said["remedy"] = _remedy(data["remedy"], words)
        case "GameCreated":
            said["title"] = ruleset.title[language] if ruleset else data["ruleset"]
            if "parent" in data:
                template = words["fork"]
                said |= {"parent": data["parent"]["game"], "at": data["parent"]["n"]}
        case "GameFinished":
            outcome = data["outcome"]
            winners = [seat for seat in outcome.get("winners") or () if isinstance(seat, int)]
            said["reason"] = outcome.get("reason")
            said["winners"] = _seats(winners, words) or words["nobody"]
    return template.format(**said).rstrip()


def _remedy(remedy: Mapping[str, Any] | None, words: Mapping[str, str]) -> str:
    if remedy is None:
        return ""
    places = "; ".join(
        words["place"].format(place=place, seats=_seats(seats, words))
        for place, seats in enumerate(remedy.get("ranking", ()), 1)
    )
    unknown = dict.fromkeys(("at", "ruleset", "game"), "?")
    return words[remedy["type"]].format(**{**unknown, **remedy, "places": places})


def _seats(seats: list[int], words: Mapping[str, str]) -> str:
    return ", ".join(words["seat"].format(seat=seat + 1) for seat in seats)


def subject_of(event: Mapping[str, Any]) -> str:
    """An event of a record by name: `event 7, ActionTaken by seat:0`."""
    return f"event {event['n']}, {event['type']} by {event['by']}"


def tell_said(ruleset: Ruleset | None, said: Any, language: Language = "en", *, is_action: bool = False) -> str | None:
    """A fact or an action in its title's words; None if it has none, as a forged one may."""
    if ruleset is None or not isinstance(said, dict) or not isinstance(said.get("type"), str):
        return None
    try:
        return ruleset.tell_action(said, language) if is_action else ruleset.tell_fact(said, language)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError):
        return None


def clauses_of(facts: Iterable[Any]) -> tuple[str, ...]:
    """The clauses of all the facts, each once, in order; anything that is not a fact has none."""
    named: dict[str, None] = {}
    for fact in facts:
        clauses = fact.get("clauses") if isinstance(fact, dict) else None
        if isinstance(clauses, list):
            named.update((clause, None) for clause in clauses if isinstance(clause, str))
    return tuple(named)


def facts_of(event: Mapping[str, Any]) -> list[Any]:
    """The public facts of a recorded event; an empty list for a type that has none."""
    facts = event["data"].get("facts")
    return facts if isinstance(facts, list) else []
