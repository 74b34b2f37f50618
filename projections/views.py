"""
The one exit: everything a viewer sees of a game is made here, by one rule of who may know what.

A body is built by naming what it shows, never by removing secrets from a fuller one.
The rule is declared where the secret is written: on the envelope (`delvebook.domain.facts`) and in the title's `view`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple, cast

from delvebook.domain.bot_names import BotName
from delvebook.domain.canonical import decode, jcs
from delvebook.domain.clocks import Clock
from delvebook.domain.disputes import Dispute
from delvebook.domain.events import ActionTaken
from delvebook.domain.facts import Fact
from delvebook.domain.game import Game
from delvebook.domain.game_event import GameEvent
from delvebook.domain.lifecycle import seat_name
from delvebook.domain.loading import action_of
from delvebook.domain.phrases import LANGUAGES, Language, Voice
from delvebook.domain.progress import Turn
from delvebook.domain.remedies import Remedy
from delvebook.domain.table import Table
from delvebook.domain.tape import Drawn
from delvebook.domain.viewers import ARBITER, PUBLIC, Viewer, seat_viewer
from delvebook.replays.sentences import tell_event
from delvebook.replays.telling import telling_of

Body = dict[str, Any]
People = Mapping[str, str]
"""The names of accounts, by id, without the unknown ones. An `AccountNames` also says which accounts are bots."""
Names = Callable[[Collection[str]], People]
"""Finds the names of accounts by their ids."""
NOBODY: Final[People] = MappingProxyType({})


class AccountNames(dict[str, str]):
    """
    The names of accounts, by id.

    Attributes:
        bots: The ids of bots' accounts, with or without a name.
        away: The ends of the absences that accounts have announced, by id.
    """

    def __init__(self) -> None:
        self.bots: set[str] = set()
        self.away: dict[str, str] = {}


def seen_by(game: Game, viewer: Viewer) -> Viewer:
    """Returns the viewer whose sight counts: once the seed is revealed, every viewer sees what the public sees."""
    return PUBLIC if game.lifecycle.is_seed_revealed else viewer


def game_body(game: Game, viewer: Viewer, people: People = NOBODY, *, table: object = ...) -> Body:
    """
    Returns the game as the viewer may see it: the body of `GET /v1/games/{id}`.

    `you` is null unless the viewer sits at the table. `table` is null before the start. A caller that already has what
    `table_of` returns for the same game and viewer may pass it, `encoded` if the game goes on before the body is sent.
    """
    owes = game.to_act()
    lifecycle, agreed = game.lifecycle, game.lifecycle.created
    is_waiting = lifecycle.status == "open" and lifecycle.is_seating_over
    clock = Clock.read(agreed) if agreed.get("clock") else None
    proposal, reserved = lifecycle.end_proposal, agreed.get("reserved")
    rulings = [(dispute["n"], ruling) for dispute in lifecycle.disputes.values() for ruling in dispute["rulings"][-1:]]
    id_ = str(game.id)
    remedy = remedy_body(id_, [(n, ruling["n"], ruling["remedy"]) for n, ruling in rulings])
    return {
        "id": id_,
        "ruleset": game.ruleset.key,
        "n": game.stream.version,
        "head": game.stream.head,
        "status": lifecycle.status,
        "visibility": agreed.get("visibility", "public"),
        "options": lifecycle.options,
        "clock": None if clock is None else clock.to_plain(),
        "clock_stopped": lifecycle.is_clock_stopped and lifecycle.status == "running",
        "creator": person_body(agreed.get("creator"), people),
        "created_at": game.progress.created_at,
        "updated_at": game.stream.last_at,
        "action_count": game.progress.action_count,
        "round": None if game.table is None else game.ruleset.round_of(game.table.state),
        "seats": [
            {
                **seat_body(number, player=seat.player, bot=seat.bot, people=people),
                "to_act": number in owes,
                "since": turn.since,
                "deadline": lifecycle.nonces_due if is_waiting and seat.owes_nonce else clock and clock.deadline(turn),
                "time_left_ms": clock and time_left_ms(turn, clock),
                "owes_nonce": is_waiting and seat.owes_nonce,
                "resigned": number in lifecycle.resigned,
            }
            for number, (seat, turn) in enumerate(zip(lifecycle.seats, game.progress.turns, strict=True))
        ],
        "to_act": owes,
        "outcome": lifecycle.outcome,
        "remedy": remedy,
        "parent": agreed.get("parent"),
        "rematch_of": agreed.get("rematch_of"),
        "spectator_delay": agreed.get("spectator_delay"),
        "hints": agreed.get("hints", False),
        "nonces": {"deadline": lifecycle.nonces_due, "missing": lifecycle.nonces_missing} if is_waiting else None,
        "you": _you(game, viewer, owes, clock),
        "table": _own(table_of(game, viewer)) if table is ... else table,
        "commitment": agreed["commitment"],
        "seed": game.seed.hex() if lifecycle.is_seed_revealed else None,
        "disputes": [dispute_id(game, dispute["n"]) for dispute in lifecycle.disputes.values()],
        "take_back": _take_back(game),
        "end_proposal": None if proposal is None else {**proposal._asdict(), "waiting": list(proposal.waiting)},
        "resumed_by": resumed_by(remedy, lifecycle.resumed_by),
        "reserved": None if reserved is None else [person_body(account, people) for account in reserved],
    }


def person_body(account: str | None, people: People) -> Body | None:
    """Returns an account's id, name and kind; null for no account."""
    if account is None:
        return None
    is_bot = isinstance(people, AccountNames) and account in people.bots
    return {"id": account, "name": people.get(account), "kind": "bot" if is_bot else "person"}


def seat_body(number: int, *, player: str | None, bot: str | None, people: People) -> Body:
    """
    Returns a seat with its player or bot.

    Args:
        number: The seat.
        player: The account that has it.
        bot: The program that plays it now.
        people: The names of accounts, by id.
    """
    name = seat_name(number, player=player, bot=bot, people=people)
    return {
        "seat": number,
        "player": person_body(player, people),
        "away_until": people.away.get(player) if isinstance(people, AccountNames) and player is not None else None,
        "bot": bot,
        "name": name.told("en") if isinstance(name, BotName) else name,
        "free": player is None and bot is None,
    }


def time_left_ms(turn: Turn, clock: Clock) -> int | None:
    """Returns the remaining time budget, excluding the pending decision; None if the clock has no budget."""
    left = clock.left(turn)
    return None if left is None else left // 1000


def dispute_id(game: Game, n: int) -> str:
    """Returns the id of a dispute outside its game."""
    return f"{game.id}.{n}"


def remedy_body(game: str, ruled: Iterable[tuple[int, int, Remedy | None]]) -> Body | None:
    """
    Returns what rulings have made of a game: the remedy of the latest ruling that has one; None if there is none.

    Args:
        game: The game.
        ruled: Of each dispute its number, the event of its last ruling, and that ruling's remedy.
    """
    found = max(((n, dispute, remedy) for dispute, n, remedy in ruled if remedy), key=lambda one: one[0], default=None)
    if found is None:
        return None
    _, dispute, remedy = found
    return {
        "dispute": f"{game}.{dispute}",
        "type": remedy["type"],
        "game": remedy.get("game"),
        "ranking": remedy.get("ranking"),
    }


def resumed_by(remedy: Body | None, left_for: str | None) -> object:
    """
    Returns the game in which a game goes on; None if there is none.

    Args:
        remedy: What rulings have made of the game (`remedy_body`).
        left_for: The game for which this one was broken off, if a ruling on another game did that.
    """
    return (remedy and remedy["game"]) or left_for


def dispute_body(game: Game, dispute: Dispute, people: People = NOBODY, *, secret: object = None) -> Body:
    """
    Returns a dispute, for every viewer who may see its game.

    Args:
        game: The game.
        dispute: The dispute.
        people: The known names of accounts, by id.
        secret: The sealed part of the finding, for an arbiter.
    """
    shown: Body = _own(dispute)
    body: Body = {
        "id": dispute_id(game, dispute["n"]),
        "game": str(game.id),
        "ruleset": game.ruleset.key,
        **{name: shown[name] for name in ("n", "seat", "event", "claim", "receipts", "opened_at", "status", "finding")},
        "claimant": person_body(shown["by"], people),
        "has_finding": shown["finding"] is not None,
        "record": shown["record"],
        "rulings": [
            {
                **{name: ruling[name] for name in ("n", "at", "verdict", "reason")},
                "arbiter": person_body(ruling["by"], people),
                "remedy": ruling["remedy"],
            }
            for ruling in shown["rulings"]
        ],
        "appeal": None
        if shown["appeal"] is None
        else {
            **{name: shown["appeal"][name] for name in ("at", "reason")},
            "player": person_body(shown["appeal"]["by"], people),
        },
        "last_event": shown["stood_at"],
        "clock_resumed_at": shown["clock_resumed_at"],
    }
    if body["finding"] is not None and secret is not None:
        body["finding"].update(_own(secret))
    return body


def accounts_of_dispute(dispute: Dispute) -> set[str]:
    """Returns the accounts that a dispute names."""
    named = {dispute["by"], *(ruling["by"] for ruling in dispute["rulings"])}
    return named if dispute["appeal"] is None else {*named, dispute["appeal"]["by"]}


def examination_body(
    event: GameEvent,
    seat: int,
    *,
    before: Game | None,
    after: Game,
    draws: Iterable[Drawn],
    language: Language,
    people: People,
) -> Body:
    """
    Returns what a seat knew and could have done before an event, and the event itself, for an arbiter.

    Args:
        event: The event.
        seat: The seat whose view is shown.
        before: The game before the event; None before the first.
        after: The game after the event.
        draws: How its draws were made.
        language: The language of the sentences.
        people: The known names of accounts, by id.
    """
    chose = isinstance(event, ActionTaken) and event.data["seat"] == seat
    return {
        "n": event.n,
        "seat": seat,
        "knew": None if before is None else {"n": before.stream.version, "table": _seen_then(before, seat)},
        "might": [] if before is None else actions_body(before, seat, people)["actions"],
        "chose": _own(action_of(event)) if chose else None,
        "happened": event.to_record(ARBITER, seed=after.seed),
        **told_both(after, event, ARBITER, language, people, alone=True),
        "draws": [drawn._asdict() for drawn in draws],
        "knows": {"n": after.stream.version, "table": _seen_then(after, seat)},
    }


def _seen_then(game: Game, seat: int) -> object:
    """Returns the table as the seat saw it then, even if everything is public by now."""
    return None if game.table is None else _own(game.ruleset.view(game.table.state, seat_viewer(seat)))


def table_of(game: Game, viewer: Viewer) -> object:
    """Returns the title's own view of the table; None before the start. It may share parts with the state."""
    return None if game.table is None else game.ruleset.view(game.table.state, seen_by(game, viewer))


def voice_of(game: Game, people: People, language: Language, *, brief: bool = False) -> Voice:
    """Returns the voice that tells a game: it names seats by their players, or by their bots (`seat_name`)."""
    return Voice(language, _names_of(game, people), brief)


def _names_of(game: Game, people: People) -> tuple[str | BotName | None, ...]:
    return tuple(
        seat_name(number, player=seat.player, bot=seat.bot, people=people)
        for number, seat in enumerate(game.lifecycle.seats)
    )


def accounts_in(game: Game, events: Iterable[GameEvent] = ()) -> set[str]:
    """Returns the accounts that telling the game, or these events of it, may name."""
    named: set[object] = {game.lifecycle.created.get("creator"), *(game.lifecycle.created.get("reserved") or ())}
    for seat in game.lifecycle.seats:
        named.add(seat.player)
    for event in events:
        named.add(event.data.get("player"))
    return {account for account in named if isinstance(account, str)}


def actions_body(
    game: Game,
    seat: int,
    people: People = NOBODY,
    *,
    languages: Iterable[Language] = LANGUAGES,
    table: object = ...,
) -> Body:
    """
    Returns what the seat may do now, for that seat alone: the body of `GET …/actions`.

    `decision` is null where there is nothing to decide, as for a seat that was given up. `owed` says whether the game
    waits for the seat. Each action is told in each of the `languages`, in full and for narrow screens, and has its
    promises as data (`stakes`). A caller that already has the seat's view from `table_of` may pass it as `table`.
    """
    names = _names_of(game, people)
    forms = [
        (form, language, Voice(language, names, brief))
        for form, brief in (("text", False), ("text_short", True))
        for language in languages
    ]
    agreed = game.lifecycle.created
    clock = Clock.read(agreed) if agreed.get("clock") else None
    table_now = _deciding(game, seat)
    legal = [] if table_now is None else _own(table_now.legal(seat))
    view = None if not legal else table_of(game, seat_viewer(seat)) if table is ... else table
    return {
        "n": game.stream.version,
        "seat": seat,
        "decision": None if table_now is None else table_now.open_decision(seat),
        "owed": table_now is not None and seat in game.to_act(),
        "deadline": None if clock is None else clock.deadline(game.progress.turns[seat]),
        "actions": [_told_action(game, action, forms, view) for action in legal],
    }


def _told_action(game: Game, action: Any, forms: Iterable[tuple[str, Language, Voice]], view: Any) -> Body:
    promises = game.ruleset.stakes(action, view)  # they are the same in every form and language
    stakes = [promise.to_plain() for promise in promises]
    body: Body = {"action": action, "text": {}, "text_short": {}, "stakes": stakes}
    for form, language, voice in forms:
        body[form][language] = game.ruleset.tell_action(action, voice, view=view, promises=promises)
    return body


def event_body(game: Game, event: GameEvent, viewer: Viewer) -> Body:
    """Returns the event as a line of the viewer's record. `game` is its game, at this or any later event."""
    return cast("Body", event.to_record(seen_by(game, viewer), seed=game.seed))


class Told(NamedTuple):
    """A sentence, and the fact that it tells; None if it tells the event itself."""

    sentence: str
    fact: Fact | None


def told(
    game: Game, event: GameEvent, viewer: Viewer, voice: Voice, people: People = NOBODY, *, alone: bool = False
) -> list[Told]:
    """
    Returns the event in sentences for that viewer: the event itself, its public facts, and facts they may know.

    Nothing is told twice: if a fact repeats the action, only one of them is told. Facts that an earlier event told this
    viewer are left out.

    Args:
        game: The game, at the event or later.
        event: The event.
        viewer: The viewer who is told.
        voice: See `voice_of`.
        people: The known names of accounts, by id.
        alone: Whether the event is told without those before it, so that nothing may be left out.
    """
    facts = list(event.data.get("facts", ()))
    sight = seen_by(game, viewer)
    for envelope in event.sealed:
        if sight.may_open(envelope.audience) and isinstance(envelope.content, dict):
            facts += envelope.content.get("facts", ())
    if not isinstance(event, ActionTaken):
        sentence = tell_event(event.type, event.data, voice, ruleset=game.ruleset, people=people, alone=alone)
        return _told(game, [sentence] if sentence else [], facts, voice)
    # Viewers who watch the game end are told how, although by then everybody may read all that led to it.
    ends = event.n + 1 == game.lifecycle.finished_at
    then = viewer if ends else sight
    seat, public = event.data["seat"], event.data["action"]
    action = action_of(event) if sight.may_open([f"seat:{seat}"]) else public
    telling = telling_of(
        game.ruleset,
        seat,
        action,
        facts,
        is_secret=action != public,
        knows=lambda whose: not alone and then.may_see(whose),
        reader=viewer.seat,
    )
    sentences = [f"{voice.seat(seat)}: {game.ruleset.tell_action(action, voice)}"] if telling.with_action else []
    return _told(game, sentences, [facts[at] for at in telling.facts], voice)


def _told(game: Game, sentences: Iterable[str], facts: Iterable[Fact], voice: Voice) -> list[Told]:
    own = [Told(sentence, None) for sentence in sentences]
    return [*own, *(Told(game.ruleset.tell_fact(fact, voice), fact) for fact in facts)]


def told_both(
    game: Game, event: GameEvent, viewer: Viewer, language: Language, people: People, *, alone: bool = False
) -> Body:
    """
    Returns the event in sentences: in full as `told`, and for narrow screens as `told_short`.

    `told_facts` has the fact that each of them tells; None for a sentence of the event itself.
    """
    voices = {
        "told": voice_of(game, people, language),
        "told_short": voice_of(game, people, language, brief=True),
    }
    forms = {name: told(game, event, viewer, voice, people, alone=alone) for name, voice in voices.items()}
    body: Body = {name: [one.sentence for one in form] for name, form in forms.items()}
    return body | {"told_facts": [one.fact for one in forms["told"]]}


def _take_back(game: Game) -> Body | None:
    """Returns the take-back that waits for an answer, if there is one."""
    request = game.lifecycle.pending_take_back
    if request is None:
        return None
    return {"n": request.n, "seat": request.seat, "event": request.action, "waiting": list(request.waiting)}


def _own(shown: object) -> Any:
    """Returns a copy that shares nothing with the state, which may change while the body is being sent."""
    return decode(jcs(shown))


def _deciding(game: Game, seat: int) -> Table | None:
    """Returns the table at which the seat's player decides; None if no game is running, or the seat was given up."""
    lifecycle = game.lifecycle
    return game.table if lifecycle.status == "running" and seat not in lifecycle.resigned else None


def _you(game: Game, viewer: Viewer, owes: Collection[int], clock: Clock | None) -> Body | None:
    if viewer.seat is None:
        return None
    table = _deciding(game, viewer.seat)
    return {
        "seat": viewer.seat,
        "decision": None if table is None else table.open_decision(viewer.seat),
        "owed": table is not None and viewer.seat in owes,
        "deadline": None if clock is None else clock.deadline(game.progress.turns[viewer.seat]),
        "nonce_commitment": game.lifecycle.seats[viewer.seat].nonce_commitment,
        "nonce": game.lifecycle.seats[viewer.seat].nonce or None,
    }
