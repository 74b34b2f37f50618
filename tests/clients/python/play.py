"""
Plays a game to the end with the client that openapi-python-client has generated, and with nothing else.

    python play.py ADDRESS NAME RULESET SEATS

Every other seat is a bot's. Prints the outcome as JSON. It knows the API by the generated types alone, and no rules:
it takes one of the actions that it is offered, by the number of the last event.
"""

import json
import sys
import time

from generated.api.accounts import accounts_create
from generated.api.games import (
    games_act,
    games_create,
    games_events,
    games_get,
    games_legal,
    games_start,
    games_take_seat,
)
from generated.api.rulesets import rulesets_get
from generated.client import AuthenticatedClient, Client
from generated.models import (
    Actions,
    Done,
    Events,
    Game,
    NewAccount,
    NewAction,
    Newcomer,
    NewGame,
    NewGameDone,
    NewGameOptions,
    NewSeat,
    Ruleset,
    SeatedBot,
)


def expect(kind, answer):
    """The answer, which has to be of that type."""
    assert isinstance(answer, kind), answer
    return answer


def main(address: str, name: str, ruleset: str, seats: str) -> None:
    newcomer = expect(Newcomer, accounts_create.sync(client=Client(base_url=address), body=NewAccount(name=name)))
    client = AuthenticatedClient(base_url=address, token=newcomer.token)
    bots = [SeatedBot(seat=seat, bot="random") for seat in range(1, int(seats))]
    brief = expect(Ruleset, rulesets_get.sync(ruleset, client=client)).brief_options
    options = NewGameOptions.from_dict(brief.to_dict())
    new = NewGame(ruleset=ruleset, seats=int(seats), bots=bots, options=options)
    game = expect(NewGameDone, games_create.sync(client=client, body=new)).game.id
    expect(Done, games_take_seat.sync(game, client=client, body=NewSeat(seat=0)))
    expect(Done, games_start.sync(game, client=client))
    while True:
        seen = expect(Game, games_get.sync(game, client=client))
        if seen.status == "finished":
            break
        if not seen.you.owed:
            time.sleep(0.02)
            continue
        legal = expect(Actions, games_legal.sync(game, client=client))
        if legal.decision is None or not legal.actions:
            continue
        chosen = legal.actions[seen.n % len(legal.actions)].action
        assert not type(chosen).__name__.startswith("Later"), chosen
        expect(Done, games_act.sync(game, client=client, body=NewAction(decision=legal.decision, action=chosen)))
    facts, after = [], 0
    while page := expect(Events, games_events.sync(game, client=client, after=after, limit=500)).events:
        after = page[-1].n
        facts += [fact for event in page for fact in event.data.to_dict().get("facts", ())]
    print(json.dumps({"outcome": seen.outcome.to_dict(), "n": seen.n, "events": after, "facts": len(facts)}))


if __name__ == "__main__":
    main(*sys.argv[1:])
