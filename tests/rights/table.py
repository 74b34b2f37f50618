"""
The table of rights: who × right × state of the game. It is written from the pages, not from the code.

`docs/api.md` says what each scope allows and who knows of a private game, `docs/disputes.md` has the party rule,
`docs/fairness.md` what an operator may not. A route that is missing here fails `test_every_route_is_in_the_table`.
"""

from __future__ import annotations

from typing import Final

OPEN: Final = "open"
"""For everybody; a token is not looked at."""
ANYBODY: Final = "anybody"
"""For everybody; a token may show more, whatever its scopes."""
TOKEN: Final = "token"
"""For every token."""
OWNER: Final = "owner"
"""For tokens that look after their account."""

READ, PLAY, EXPORT, FILE, RULE, OPERATE = (
    "games:read", "games:play", "records:export", "disputes:file", "disputes:rule", "service:operate",
)  # fmt: skip
INCLUDED: Final = {
    READ: {READ},
    PLAY: {PLAY, READ},
    "bots:play": {"bots:play", PLAY, READ},
    EXPORT: {EXPORT},
    FILE: {FILE},
    RULE: {RULE, READ, EXPORT},
    OPERATE: {OPERATE, READ, EXPORT},
}
"""The scopes, with those that each includes: the table in `docs/api.md`, "Tokens and scopes"."""

NEEDS: Final[dict[str, str]] = {
    # The service, its titles, its programs
    "GET /.well-known/delvebook": OPEN,
    "GET /.well-known/oauth-authorization-server": OPEN,
    "POST /oauth/introspect": OPEN,
    "POST /oauth/revoke": OPEN,
    "POST /oauth/token": OPEN,
    "GET /v1/rulesets": OPEN,
    "GET /v1/rulesets/{ruleset_id}": OPEN,
    "GET /v1/rulesets/{ruleset_id}/catalogue": OPEN,
    "GET /v1/rulesets/{ruleset_id}/catalogue/{digest}": OPEN,
    "GET /v1/rulesets/{ruleset_id}/guide": OPEN,
    "GET /v1/rulesets/{ruleset_id}/clauses": OPEN,
    "GET /v1/rulesets/{ruleset_id}/clauses/{clause}": OPEN,
    "GET /v1/oauth/clients": OWNER,
    "POST /v1/oauth/clients": OWNER,
    "GET /v1/oauth/clients/{client_id}": OWNER,
    "DELETE /v1/oauth/clients/{client_id}": OWNER,
    # Accounts, tokens, sessions, offices
    "POST /v1/accounts": ANYBODY,
    "POST /v1/accounts/takeover": ANYBODY,
    "GET /v1/accounts/{account_id}": ANYBODY,
    "PATCH /v1/accounts/{account_id}": f"{OWNER} {OPERATE}",
    "DELETE /v1/accounts/{account_id}": f"{OWNER} {OPERATE}",
    "PUT /v1/accounts/{account_id}/ban": OPERATE,
    "DELETE /v1/accounts/{account_id}/ban": OPERATE,
    "POST /v1/accounts/{account_id}/bot": OWNER,
    "GET /v1/accounts/{account_id}/offices": f"{OWNER} {OPERATE}",
    "POST /v1/accounts/{account_id}/offices": OPERATE,
    "PUT /v1/accounts/{account_id}/offices/{office}": OWNER,
    "DELETE /v1/accounts/{account_id}/offices/{office}": f"{OWNER} {OPERATE}",
    "PUT /v1/accounts/me/absence": PLAY,
    "PUT /v1/accounts/me/profile": OWNER,
    # Players and one another
    "GET /v1/players/{player_id}": f"{ANYBODY} {READ}",
    "GET /v1/blocks": PLAY,
    "PUT /v1/blocks/{player_id}": PLAY,
    "DELETE /v1/blocks/{player_id}": PLAY,
    "POST /v1/reports": PLAY,
    "GET /v1/reports": f"{PLAY} {OPERATE}",
    "GET /v1/reports/{report_id}": f"{PLAY} {OPERATE}",
    "POST /v1/reports/{report_id}/settlement": OPERATE,
    "DELETE /v1/accounts/me/absence": PLAY,
    "GET /v1/session": OPEN,
    "POST /v1/session": OPEN,
    "DELETE /v1/session": OPEN,
    "GET /v1/session/handovers": OWNER,
    "POST /v1/session/handovers": OWNER,
    "DELETE /v1/session/handovers": OWNER,
    "POST /v1/session/handovers/inspection": OPEN,
    "POST /v1/session/passkeys": OWNER,
    "POST /v1/session/passkeys/challenges": OPEN,
    "POST /v1/session/passkeys/registrations": OWNER,
    "POST /v1/session/recovery": OWNER,
    "GET /v1/tokens": OWNER,
    "POST /v1/tokens": OWNER,
    "GET /v1/tokens/self": TOKEN,
    "DELETE /v1/tokens/self": TOKEN,
    "GET /v1/tokens/{token_id}": OWNER,
    "DELETE /v1/tokens/{token_id}": OWNER,
    "GET /v1/audit": f"{OWNER} {RULE} {OPERATE}",
    # What an account is told
    "GET /v1/notices": READ,
    "GET /v1/notices/stream": READ,
    "GET /v1/push-subscriptions": OWNER,
    "POST /v1/push-subscriptions": OWNER,
    "GET /v1/push-subscriptions/{subscription_id}": OWNER,
    "DELETE /v1/push-subscriptions/{subscription_id}": OWNER,
    "GET /v1/webhooks": OWNER,
    "POST /v1/webhooks": OWNER,
    "GET /v1/webhooks/{webhook_id}": OWNER,
    "DELETE /v1/webhooks/{webhook_id}": OWNER,
    "GET /v1/webhooks/{webhook_id}/deliveries": OWNER,
    "POST /v1/webhooks/{webhook_id}/enabling": OWNER,
    "POST /v1/webhooks/{webhook_id}/pings": OWNER,
    "POST /v1/webhooks/{webhook_id}/secrets": OWNER,
    "GET /v1/invitations": READ,
    "GET /v1/invitations/{invitation}": READ,
    "POST /v1/invitations/{invitation}/acceptance": PLAY,
    "POST /v1/invitations/{invitation}/refusal": PLAY,
    "POST /v1/invitations/{invitation}/withdrawal": PLAY,
    # Games: reading, with or without a token
    "GET /v1/games": f"{ANYBODY} {READ}",
    "GET /v1/games/{game_id}": f"{ANYBODY} {READ}",
    "GET /v1/games/{game_id}/head": f"{ANYBODY} {READ}",
    "GET /v1/games/{game_id}/events": f"{ANYBODY} {READ}",
    "GET /v1/games/{game_id}/events/{n}": f"{ANYBODY} {READ}",
    "GET /v1/games/{game_id}/events/{n}/reasoning": f"{ANYBODY} {READ}",
    "GET /v1/games/{game_id}/stream": f"{ANYBODY} {READ}",
    "GET /v1/games/{game_id}/inclusion": f"{ANYBODY} {READ}",
    "GET /v1/games/{game_id}/verification": f"{ANYBODY} {READ}",
    "GET /v1/games/{game_id}/record": f"{ANYBODY} {EXPORT}",
    "GET /v1/games/{game_id}/analyses": f"{ANYBODY} {READ}",
    "GET /v1/games/{game_id}/analyses/{analysis_id}": f"{ANYBODY} {READ}",
    "GET /v1/games/{game_id}/actions": READ,
    "GET /v1/games/{game_id}/hint": PLAY,
    "GET /v1/games/{game_id}/take-backs": READ,
    "POST /v1/games/{game_id}/analyses": READ,
    "GET /v1/games/{game_id}/examination": RULE,
    "GET /v1/records": f"{ANYBODY} {EXPORT}",
    "GET /v1/leagues": f"{ANYBODY} {READ}",
    "GET /v1/leagues/{league}/seasons/{season}/ratings": f"{ANYBODY} {READ}",
    "POST /v1/verifications": f"{ANYBODY} {READ}",
    "GET /v1/verifications/{verification_id}": f"{ANYBODY} {READ}",
    "GET /v1/imports": f"{ANYBODY} {READ}",
    "GET /v1/imports/{import_id}": f"{ANYBODY} {READ}",
    "GET /v1/imports/{import_id}/events": f"{ANYBODY} {READ}",
    "GET /v1/imports/{import_id}/events/{n}": f"{ANYBODY} {READ}",
    "GET /v1/imports/{import_id}/record": f"{ANYBODY} {READ}",
    "GET /v1/exports": EXPORT,
    "POST /v1/exports": EXPORT,
    "GET /v1/exports/{export_id}": EXPORT,
    "GET /v1/exports/{export_id}/file": EXPORT,
    "DELETE /v1/exports/{export_id}": EXPORT,
    # Games: playing
    "POST /v1/games": PLAY,
    "POST /v1/games/batch": PLAY,
    "POST /v1/actions": PLAY,
    "POST /v1/games/{game_id}/actions": PLAY,
    "POST /v1/games/{game_id}/take-backs": PLAY,
    "POST /v1/games/{game_id}/take-backs/{n}/answers": PLAY,
    "POST /v1/games/{game_id}/nonces": PLAY,
    "POST /v1/games/{game_id}/resignations": PLAY,
    "POST /v1/games/{game_id}/end-proposals": PLAY,
    "POST /v1/games/{game_id}/end-proposals/{n}/answers": PLAY,
    "POST /v1/games/{game_id}/seats/{seat}/absence-claims": PLAY,
    "POST /v1/games/{game_id}/invitations": PLAY,
    "POST /v1/games/{game_id}/rematches": PLAY,
    "POST /v1/games/{game_id}/forks": PLAY,
    "POST /v1/imports": PLAY,
    "POST /v1/imports/{import_id}/forks": PLAY,
    # Games: playing, and the duties of officials
    "POST /v1/games/{game_id}/start": f"{PLAY} {RULE} {OPERATE}",
    "POST /v1/games/{game_id}/abort": f"{PLAY} {RULE} {OPERATE}",
    "POST /v1/games/{game_id}/seats": f"{PLAY} {RULE} {OPERATE}",
    "DELETE /v1/games/{game_id}/seats/{seat}": f"{PLAY} {RULE} {OPERATE}",
    # Disputes
    "POST /v1/games/{game_id}/disputes": FILE,
    "GET /v1/disputes": f"{ANYBODY} {READ}",
    "GET /v1/disputes/{dispute_id}": f"{ANYBODY} {READ}",
    "POST /v1/disputes/{dispute_id}/appeal": FILE,
    "POST /v1/disputes/{dispute_id}/withdrawal": FILE,
    "POST /v1/disputes/{dispute_id}/ruling": RULE,
}
"""By route, what a token needs: one of these. `ANYBODY` with a scope: no token, or one with that scope."""

NEEDS_BY_BODY: Final[dict[str, dict[str, str]]] = {
    "POST /v1/games/{game_id}/seats": {"bot": f"{PLAY} {RULE} {OPERATE}", "": PLAY},
}
"""Routes that need something else by the members of the body: with that member, and `""` without any of them."""

# -- one game ---------------------------------------------------------------------------------------

PEOPLE: Final = {
    "Carol": "created the game and has no seat",
    "Ann": "has seat 0",
    "Bob": "has seat 1",
    "Bob, reading": "Bob's token with `games:read` alone",
    "Dan": "sat down and left before the start",
    "Sue": "a stranger",
    "nobody": "has no token",
    "Judy": "an arbiter who knows nobody",
    "Jude": "an arbiter whose account made Ann's account",
    "Otto": "an operator who knows nobody",
    "Olga": "an operator who offered Bob an office, which he accepted",
}
STATES: Final = ("open", "running", "over")
VISIBILITIES: Final = ("public", "private")

PLAYERS: Final = {"Ann", "Bob"}
TABLE: Final = {"Carol", *PLAYERS}
EVERYBODY: Final = set(PEOPLE)
ARBITERS: Final = {"Judy", "Jude"}
NEUTRAL: Final = {"Judy", "Otto"}
"""Officials whose rights work here. Those of Jude and Olga do not: each is connected with a player."""
WITHOUT_PLAY: Final = {"nobody", "Bob, reading", "Judy", "Jude", "Otto", "Olga"}

KNOWS: Final[dict[tuple[str, str], set[str]]] = {
    **{(state, "public"): EVERYBODY for state in STATES},
    ("open", "private"): TABLE | NEUTRAL | {"Bob, reading"},
    ("running", "private"): TABLE | NEUTRAL | {"Bob, reading"},
    ("over", "private"): EVERYBODY,
}
"""Who may know of the game. Once it is over and its seed revealed, everybody."""


def always(people: set[str]) -> dict[str, set[str]]:
    """The same people in every state."""
    return dict.fromkeys(STATES, people)


SEE: Final = always(EVERYBODY)
IN_GAME: Final[dict[str, dict[str, set[str]]]] = {
    "GET /v1/games/{game_id}": SEE,
    "GET /v1/games/{game_id}/head": SEE,
    "GET /v1/games/{game_id}/events": SEE,
    "GET /v1/games/{game_id}/events/2": SEE,
    "GET /v1/games/{game_id}/inclusion": SEE,
    "GET /v1/games/{game_id}/verification": SEE,
    "GET /v1/games/{game_id}/record": always(EVERYBODY - {"Bob, reading"}),
    "GET /v1/games/{game_id}?viewer=spectator": SEE,
    "GET /v1/games/{game_id}?viewer=seat:0": {"open": {"Ann", "Judy"}, "running": {"Ann", "Judy"}, "over": EVERYBODY},
    "GET /v1/games/{game_id}?viewer=arbiter": {"open": {"Judy"}, "running": {"Judy"}, "over": EVERYBODY},
    "GET /v1/games/{game_id}/events?viewer=seat:0": {
        "open": {"Ann", "Judy"}, "running": {"Ann", "Judy"}, "over": EVERYBODY,
    },
    "GET /v1/games/{game_id}/record?viewer=arbiter": {
        "open": {"Judy"}, "running": {"Judy"}, "over": EVERYBODY - {"Bob, reading"},
    },
    "GET /v1/games/{game_id}/examination?event=2": {"open": {"Judy"}, "running": {"Judy"}, "over": ARBITERS},
    "GET /v1/games/{game_id}/actions": always({*PLAYERS, "Bob, reading"}),
    "GET /v1/games/{game_id}/hint": always(PLAYERS),
    "GET /v1/games/{game_id}/take-backs": always({*PLAYERS, "Bob, reading"}),
    "POST /v1/games/{game_id}/actions": always(PLAYERS),
    "POST /v1/games/{game_id}/take-backs": always(PLAYERS),
    "POST /v1/games/{game_id}/resignations": always(PLAYERS),
    "POST /v1/games/{game_id}/end-proposals": always(PLAYERS),
    "POST /v1/games/{game_id}/seats/1/absence-claims": {"open": PLAYERS, "running": {"Ann"}, "over": PLAYERS},
    "POST /v1/games/{game_id}/disputes": always(PLAYERS),
    "POST /v1/games/{game_id}/invitations": always(TABLE),
    "POST /v1/games/{game_id}/rematches": always(PLAYERS),
    "POST /v1/games/{game_id}/start": always(TABLE),
    "POST /v1/games/{game_id}/abort": {
        "open": {"Carol"} | NEUTRAL, "running": NEUTRAL, "over": {"Carol"} | NEUTRAL,
    },
    "POST /v1/games/{game_id}/seats (sit)": {
        "open": EVERYBODY - WITHOUT_PLAY, "running": EVERYBODY - WITHOUT_PLAY, "over": EVERYBODY - WITHOUT_PLAY,
    },
    "POST /v1/games/{game_id}/seats (bot)": {"open": {"Carol"}, "running": {"Carol"}, "over": {"Carol"}},
    "DELETE /v1/games/{game_id}/seats/0": {"open": {"Carol", "Ann"}, "running": {"Ann"}, "over": {"Ann"}},
    "POST /v1/games/{game_id}/forks": {
        "open": EVERYBODY - WITHOUT_PLAY, "running": EVERYBODY - WITHOUT_PLAY, "over": EVERYBODY - WITHOUT_PLAY,
    },
}  # fmt: skip
"""
By right, who has it in each state, of those who know of the game. Having a right that is of no use now is not a
refusal of the right: it is refused as too late, too early or too much.
"""
BODIES: Final[dict[str, object]] = {
    "POST /v1/games/{game_id}/actions": {"decision": 1, "action": {"type": "none"}},
    "POST /v1/games/{game_id}/disputes": {"event": 1, "claim": "this is wrong"},
    "POST /v1/games/{game_id}/invitations": {"account": "SUE"},
    "POST /v1/games/{game_id}/abort": {"reason": "a fire"},
    "POST /v1/games/{game_id}/seats (sit)": {},
    "POST /v1/games/{game_id}/seats (bot)": {"seat": 2, "bot": "random"},
    "POST /v1/games/{game_id}/forks": {"event": 2},
}
HAD_A_SEAT: Final = {("Dan", "POST /v1/games/{game_id}/disputes")}
"""Who left a private game is told in its disputes why they have no part in them, and not that there is no such game."""
REFUSALS: Final = {
    "auth/required", "auth/forbidden", "game/unknown", "dispute/party", "seat/official", "seat/not_yours",
}  # fmt: skip
"""Codes of refusals that say: you have no such right. Others say that it is of no use now."""
