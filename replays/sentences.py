"""
The contents of a record as sentences: the events around a game, and a title's own words for facts and actions.

Nothing in a forged record makes this fail. A fact or action that cannot be told gives None.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, Final, cast

from delvebook.domain.bot_names import bot_name
from delvebook.domain.bots import Action, View
from delvebook.domain.facts import Fact
from delvebook.domain.game_event import EventLine
from delvebook.domain.leaving import AGREED, DEADLINE, END_REASONS
from delvebook.domain.phrases import ENGLISH, Language, Voice, counted
from delvebook.domain.ruleset import AnyRuleset
from delvebook.domain.seating import NOT_RESUMED

_SEATS: Final[Mapping[Language, tuple[str, ...]]] = {"en": ("seat", "seats"), "ru": ("место", "места", "мест")}
_BY_RULING: Final = re.compile(
    r"dispute (?P<first>\d+): (?P<remedy>annul|adjudicate|resume)"
    r"|on appeal, dispute (?P<appealed>\d+) is settled in another way"
)
"""The reasons with which a ruling ends a game, or the game that an earlier ruling had made (`GameAborted`)."""
WORDS: Final[Mapping[Language, Mapping[str, str]]] = {
    "en": {
        "fork": "A game of {title} for {seats} is created: a fork of game {parent} after event {at}.",
        "annul": "The game does not count.",
        "adjudicate": "The result is adjudicated: {places}.",
        "resume": "It resumes after event {event}, under {ruleset}, in game {game}.",
        "GameCreated": "A game of {title} for {seats} is created.",
        "SeatTaken": "{who} takes seat {seat}.",
        "SeatLeft": "Seat {seat} becomes free again.",
        "SeatsClosed": "Every seat is taken. {due}",
        "nonces": "The players show the nonces they committed to by {deadline}.",
        "no_nonces": "No player committed to a nonce.",
        "NonceRevealed": "{name} shows the nonce.",
        "GameStarted": "The game begins.",
        "SeatReplaced": "{who} now plays seat {seat}{why}.",
        "deadline": " because time ran out",
        "left": " because the player left",
        "handed over": " for its player",
        "absent": " because the player kept the others waiting",
        "returned": " again",
        "SeatResigned": "{name} {given_up}.{plays_on}",
        "resigned by": "resigns",
        "deadline by": "runs out of time and loses the seat",
        "plays on": " {bot} plays on.",
        "TimeExpired": "{name} runs out of time; the clock decides.",
        "EndProposed": "{name} proposes to end the game.",
        "EndAnswered": "{name} {answer} to the end proposed in event {proposed}.",
        "resigned": "everybody else has resigned",
        "forfeited": "everybody else has resigned or run out of time",
        "agreed": "all players have agreed to it",
        "TakeBackAsked": "{name} asks to take back event {action}.",
        "TakeBackAnswered": "{name} {answer} to the take-back asked for in event {asked}.",
        "ActionTakenBack": "{name} takes back event {action}.",
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
        "declines": "does not agree",
        "GameFinished": "The game is over{reason}. {winners}",
        "reason": ": {reason}",
        "one wins": "{names} wins.",
        "several win": "{names} share the victory.",
        "nobody wins": "Nobody wins.",
        "all lose": "The game is lost.",
        "GameAborted": "The game is aborted: {reason}.",
        "withheld": "the nonce was not shown in time by {seats}",
        "not_resumed": "nobody began it in time",
        "aborted: annul": "by the ruling on dispute {dispute} it does not count",
        "aborted: adjudicate": "the ruling on dispute {dispute} sets its result",
        "aborted: resume": "by the ruling on dispute {dispute} it goes on in another game",
        "aborted: settled": "on appeal, dispute {dispute} is settled in another way",
        "SeedRevealed": "The seed is revealed: {seed}.",
        "player": "Player {player}",
        "concealed": "Face down: {action}",
    },
    "ru": {
        "fork": "Новая партия: {title}, {seats}; ответвление партии {parent} после события {at}.",
        "annul": "Партия не засчитана.",
        "adjudicate": "Результат присуждён: {places}.",
        "resume": "Она продолжается после события {event} по правилам {ruleset} в партии {game}.",
        "GameCreated": "Новая партия: {title}, {seats}.",
        "SeatTaken": "{who} занимает место {seat}.",
        "SeatLeft": "Место {seat} снова свободно.",
        "SeatsClosed": "Все места заняты. {due}",
        "nonces": "Свои случайные строки игроки раскрывают до {deadline}.",
        "no_nonces": "Случайных строк никто не добавил.",
        "NonceRevealed": "{name} раскрывает свою случайную строку.",
        "GameStarted": "Игра начинается.",
        "SeatReplaced": "{who} теперь играет на месте {seat}{why}.",
        "deadline": ": время вышло",
        "left": ": игрок вышел",
        "handed over": " за его игрока",
        "absent": ": игрока долго ждали",
        "returned": " снова",
        "SeatResigned": "{name} {given_up}.{plays_on}",
        "resigned by": "сдаётся",
        "deadline by": "теряет место: время вышло",
        "plays on": " Дальше играет {bot}.",
        "TimeExpired": "{name}: время вышло, ход делают часы.",
        "EndProposed": "{name} предлагает закончить партию.",
        "EndAnswered": "{name} {answer} на окончание партии, предложенное в событии {proposed}.",
        "resigned": "остальные сдались",
        "forfeited": "остальные сдались или не уложились в срок",
        "agreed": "так решили все игроки",
        "TakeBackAsked": "{name} просит вернуть ход (событие {action}).",
        "TakeBackAnswered": "{name} {answer} на возврат хода, о котором просили в событии {asked}.",
        "ActionTakenBack": "{name} берёт назад ход (событие {action}).",
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
        "agrees": "соглашается",
        "declines": "не соглашается",
        "GameFinished": "Игра окончена{reason}. {winners}",
        "reason": ": {reason}",
        "one wins": "Побеждает {names}.",
        "several win": "Победу делят {names}.",
        "nobody wins": "Победителя нет.",
        "all lose": "Партия проиграна.",
        "GameAborted": "Партия прервана: {reason}.",
        "withheld": "случайную строку в срок не раскрыли: {seats}",
        "not_resumed": "её никто не начал в срок",
        "aborted: annul": "по решению спора {dispute} она не засчитывается",
        "aborted: adjudicate": "её результат назначен решением спора {dispute}",
        "aborted: resume": "по решению спора {dispute} она продолжается в другой партии",
        "aborted: settled": "спор {dispute} после апелляции решён иначе",
        "SeedRevealed": "Раскрыто зерно случайности: {seed}.",
        "player": "Игрок {player}",
        "concealed": "Втёмную: {action}",
    },
}


def tell_event(
    type_: str,
    data: Mapping[str, Any],
    voice: Voice,
    *,
    ruleset: AnyRuleset | None,
    people: Mapping[str, str] = MappingProxyType({}),
    alone: bool = False,
) -> str:
    """
    An event other than an action as one sentence; empty if there is nothing to say about it.

    If the title's own facts have told how the game ended, the sentence says only that it is over.

    Args:
        type_: The event's type.
        data: The event's data.
        voice: The voice in which it is told.
        ruleset: The game's ruleset, if it is known.
        people: The names of accounts, by id, as far as they are known.
        alone: Whether the event is told without those before it.
    """
    words = WORDS[voice.language]
    template = words.get(type_)
    if template is None:
        return ""
    said = {key: value for key, value in data.items() if isinstance(value, str | int)}
    if isinstance(data.get("seat"), int):
        said |= {"seat": data["seat"] + 1, "name": voice.seat(data["seat"])}
    match type_:
        case "SeatTaken" | "SeatReplaced":
            if data["bot"] is not None:
                said["who"] = bot_name(str(data["bot"])).told(voice.language)
            else:
                said["who"] = people.get(str(data["player"])) or words["player"].format(**said)
            said["why"] = words.get(str(data.get("reason")), "")
        case "SeatsClosed":
            said["due"] = words["no_nonces" if data["deadline"] is None else "nonces"].format(**said)
        case "GameAborted":
            if "seats" in data:
                said["reason"] = words["withheld"].format(seats=_names(data["seats"], voice))
            elif data["reason"] in (AGREED, NOT_RESUMED):
                said["reason"] = words[data["reason"]]
            elif found := _BY_RULING.fullmatch(str(data["reason"])):
                why = found["remedy"] or "settled"
                said["reason"] = words[f"aborted: {why}"].format(dispute=found["first"] or found["appealed"])
        case "SeatResigned":
            said["given_up"] = words["deadline by" if data["reason"] == DEADLINE else "resigned by"]
            bot = None if data["bot"] is None else bot_name(str(data["bot"])).told(voice.language)
            said["plays_on"] = "" if bot is None else words["plays on"].format(bot=bot)
        case "TakeBackAnswered" | "EndAnswered":
            said["answer"] = words["agrees" if data["agrees"] else "declines"]
        case "DisputeFindingAttached":
            holds = data["finding"].get("holds")
            said["finding"] = words["holds" if holds is True else "fails" if holds is False else "unknown"]
        case "DisputeRuled":
            said["verdict"] = words[data["verdict"]]
            said["remedy"] = _remedy(data["remedy"], words, voice)
        case "GameCreated":
            if isinstance(data["seats"], int):
                said["seats"] = counted(data["seats"], _SEATS[voice.language], voice.language)
            said["title"] = ruleset.title[voice.language] if ruleset else data["ruleset"]
            if "parent" in data:
                template = words["fork"]
                said |= {"parent": data["parent"]["game"], "at": data["parent"]["n"]}
        case "GameFinished":
            outcome = data["outcome"]
            winners = [seat for seat in outcome.get("winners") or () if isinstance(seat, int)]
            reason = outcome.get("reason")
            is_told = ruleset is not None and bool(ruleset.end_facts) and reason in ruleset.end_reasons and not alone
            said["reason"] = "" if is_told else _reason(reason, words, voice, ruleset)
            said["winners"] = "" if is_told else _winners(winners, len(outcome.get("ranking") or ()), words, voice)
    return template.format(**said).rstrip()


def _remedy(remedy: Mapping[str, Any] | None, words: Mapping[str, str], voice: Voice) -> str:
    if remedy is None:
        return ""
    places = "; ".join(
        words["place"].format(place=place, seats=_names(seats, voice))
        for place, seats in enumerate(remedy.get("ranking", ()), 1)
    )
    unknown = dict.fromkeys(("event", "ruleset", "game"), "?")
    return words[remedy["type"]].format(**{**unknown, **remedy, "places": places})


def _names(seats: Iterable[int], voice: Voice) -> str:
    return ", ".join(voice.seat(seat) for seat in seats)


def _winners(winners: list[int], places: int, words: Mapping[str, str], voice: Voice) -> str:
    if not winners:
        return words["all lose" if places <= 1 else "nobody wins"]
    return words["one wins" if len(winners) == 1 else "several win"].format(names=_names(winners, voice))


def _reason(reason: object, words: Mapping[str, str], voice: Voice, ruleset: AnyRuleset | None) -> str:
    """Why the game ended, in the title's words; empty if it has none."""
    if isinstance(reason, str) and reason in END_REASONS:
        return words["reason"].format(reason=words[reason])
    if ruleset is None or not isinstance(reason, str):
        return ""
    term = ruleset.catalogue["terms"].get(reason)
    name = ruleset.phrasebook.name(reason, voice) if term is None else term["name"][voice.language]
    return "" if name == reason else words["reason"].format(reason=name[:1].lower() + name[1:])


def subject_of(event: EventLine) -> str:
    """The name of a recorded event in sentences: `event 7, ActionTaken by seat:0`."""
    return f"event {event['n']}, {event['type']} by {event['by']}"


def tell_said(
    ruleset: AnyRuleset | None,
    said: object,
    voice: Voice = ENGLISH,
    *,
    is_action: bool = False,
    view: View | None = None,
) -> str | None:
    """
    A fact or an action in its title's words; None if it has none, as a forged one may.

    Args:
        ruleset: The game's ruleset, if it is known.
        said: The fact or action.
        voice: The voice in which it is told.
        is_action: Whether it is an action.
        view: For an action that may be taken: what its seat sees, so that the sentence says what is at stake.
    """
    if ruleset is None or not isinstance(said, dict) or not isinstance(said.get("type"), str):
        return None
    try:
        if is_action:
            return ruleset.tell_action(cast("Action", said), voice, view=view)
        return ruleset.tell_fact(cast("Fact", said), voice)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError):
        return None


def clauses_of(facts: Iterable[object]) -> tuple[str, ...]:
    """The clauses of all the facts, each once, in order; anything that is not a fact has none."""
    named: dict[str, None] = {}
    for fact in facts:
        clauses = fact.get("clauses") if isinstance(fact, dict) else None
        if isinstance(clauses, list):
            named.update((clause, None) for clause in clauses if isinstance(clause, str))
    return tuple(named)


def facts_of(event: EventLine) -> list[object]:
    """The public facts of a recorded event; an empty list for a type that has none."""
    facts = event["data"].get("facts")
    return facts if isinstance(facts, list) else []
