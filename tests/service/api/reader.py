"""
What a reader needs to find in the `detail` of a refusal: what was wrong, and what would be right.

Written by hand, for every code: the pattern of what was wrong, and the pattern of what would be right. The test client
holds every refusal that a test provokes against it (`conformance`).
"""

from __future__ import annotations

import json
import re

SOMETHING = r"[^;]{8,}"

NEEDS: dict[str, tuple[str, str]] = {
    # -- what came in: where it is wrong, and the form that would be right ----------------------------------------
    "input/not_utf8": (r"byte \d+", r"UTF-8"),
    "input/not_json": (r"not JSON: .*(line|column|char)", r"one JSON value"),
    "input/doubled_key": (r"the key `\w+` twice|names the same key twice", r"each key once"),
    "input/not_an_integer": (r"the number \S+ is not an integer", r"integers within ±\(2\^53-1\)"),
    "input/too_deep": (r"nested deeper than 64", r"at most 64 levels"),
    "input/not_canonical": (r"surrogate|the key .* is not", r"ASCII keys and whole Unicode"),
    "input/malformed": (SOMETHING, r"must be|give one|list of|was exported for"),
    "input/invalid": (SOMETHING, r"must|is missing|known are|nothing is|send|at most|first|needed|may|does not"),
    "input/too_large": (r"larger than \d+ bytes", r"send less"),
    "input/too_slow": (r"in time", r"faster"),
    "input/media_type": (r"was sent (as \S+/\S+|without a Content-Type)", r"send \w+/[\w.+-]+.*UTF-8"),
    "input/encoding": (r"Content-Encoding: \w+", r"send it unpacked"),
    "record/malformed": (r"line \d+: ", r"`GET …/record`, unchanged"),
    "hint/refused": (r"hint", r"without hints|only player"),
    "record/not_public_yet": (r"seed", r"once|until"),
    "job/unknown": (r"no such|gone", r"ask for|this game has no"),
    "job/not_finished": (r"is (queued|running)", r"`status`"),
    "job/cancelled": (r"cancelled", r"ask for it anew"),
    "export/format_unavailable": (r"\w+ needs \w+, which is not installed", r"delvebook\[export\]"),
    "export/too_large": (SOMETHING, r"fewer games|`GET /v1/records`"),
    "import/unknown": (r"no imported record \S+", r"`GET /v1/imports`"),
    "import/does_not_hold": (r"chain (holds|fails)", r"`report`"),
    "import/parent_missing": (r"is a fork of game \S+ after event \d+", r"send that game's record"),
    "import/too_many": (r"at most \d+ records", r"`limit`"),
    "import/own_game": (r"was played here", r"look at it"),
    "import/own_accounts": (r"names accounts of this service", r"`accounts`"),
    "analysis/impossible": (SOMETHING, r"choose a game"),
    "verification/unknown": (r"no such check", r"send the record again"),
    "log/not_yet": (r"checkpoint of|does not have this game|no matching checkpoint", r"in a few seconds"),
    # -- who asks -------------------------------------------------------------------------------------------------
    "auth/required": (r"needs a token", r"Authorization: Bearer"),
    "auth/invalid": (r"unknown|expired|no longer valid|not a token|was used", r"use another token"),
    "auth/forbidden": (r"only|needs|you may|private|shown", r"scope|only|token|`scope`"),
    "session/open": (r"has a session already", r"end it"),
    "session/foreign": (r"sessions are for", r"Authorization: Bearer"),
    "account/name_taken": (r"the name '.+'", r"choose another"),
    "account/name_reserved": (r"kept for the service", r"choose another"),
    "account/renamed_lately": (r"a short time ago", r"`after`"),
    "passkey/refused": (r"its|it (cannot|was)|answers to|nobody|registered|removed|elsewhere", r"another|again|`http"),
    "passkey/not_offered": (r"no passkey", r"`passkeys_origin`"),
    "account/banned": (r"is banned", r"`until`"),
    "account/kind": (r"plays with the scope|account of a", r"`(games|bots):play`"),
    "account/has_played": (r"has played as a person", r"create another account"),
    "account/unknown": (r"no account (named )?'.*'", r"check the id or the name"),
    "token/unknown": (r"no token '.*'", r"`GET /v1/tokens`"),
    "office/unknown": (r"office '.+'", r"only arbiter, operator|offered"),
    "notice/unknown": (r"not \d+", r"you have notices 1 to \d+"),
    "notice/gone": (r"notices up to \d+ are no longer kept", r"continue from there"),
    "webhook/unknown": (r"no webhook '.*'", r"`GET /v1/webhooks`"),
    "webhook/too_many": (r"\d+ webhooks", r"delete one"),
    "webhook/disabled": (r"is disabled", r"enable it"),
    "push/unknown": (r"no push subscription '.*'", r"`GET /v1/push-subscriptions`"),
    "push/not_offered": (r"sends nothing to push services", r"stream of notices"),
    "webhook/not_offered": (r"offers no webhooks", r"stream of notices"),
    "client/unknown": (r"no client '.*'", r"`GET /v1/oauth/clients`"),
    # -- which ruleset, which game --------------------------------------------------------------------------------
    "ruleset/unknown": (r"no ruleset '.*'", r"there are \S+@\d"),
    "catalogue/unknown": (r"not '?[0-9a-f]+|not '.*'", r"has the digest [0-9a-f]{64}"),
    "clause/unknown": (r"no clause '.*'", r"/clauses`"),
    "bot/unknown": (r"has (a )?(no )?bot '.*'", r"(it has|there are) \w+"),
    "game/invalid_options": (r"`\w+`|first_seat", r"must|known are|is missing|seats"),
    "game/invalid_seats": (r"not -?\d+", r"is played with \d"),
    "game/damaged": (r"cannot be read", r"operator"),
    "game/unknown": (r"game \S+", r"check the id"),
    "event/unknown": (r"not -?\d+|no event \d+", r"has events 1 to \d+|could begin after"),
    "event/not_a_bots": (r"event \d+ is", r"`ActionTaken`"),
    "bot/not_checkable": (r"\w+@\d+ is not known here|program", r"ask a service, or install"),
    "seat/unknown": (r"not -?\d+", r"has seats 0 to \d+"),
    # -- playing --------------------------------------------------------------------------------------------------
    "seat/not_yours": (r"not yours|no seat|another player|only|a bot plays", r"your own seat|take the seat again"),
    "seat/official": (r"have looked as another viewer, or ruled", r"players, or an arbiter or operator"),
    "seat/taken": (r"seat \d+ is taken", r"another seat"),
    "seat/reserved": (r"kept for|reserved", r"another seat"),
    "seat/yours": (r"sits? at (this|the) table already", r"`you`"),
    "seat/bots": (r"a bot plays seat \d+", r"look at the game"),
    "seat/removed": (r"removed", r"another game"),
    "seat/not_absent": (r"does not wait|has a clock|has not waited", r"`after`"),
    "seat/resigned": (r"given up for good", r"a bot plays on"),
    "seat/out_of_time": (r"used up its time", r"a bot plays on"),
    "game/full": (r"every seat is taken", r"another game"),
    "game/seats_missing": (r"still free", r"`seats`"),
    "game/seats_open": (r"once every seat is taken", r"`seats`"),
    "game/seats_closed": (r"every seat is taken", r"start the game"),
    "game/nonces_missing": (r"have not shown", r"`POST …/nonces`"),
    "nonce/mismatch": (r"not the nonce that seat \d+", r"the very string"),
    "nonce/none": (r"committed to no nonce", r"does not wait"),
    "nonce/shown": (r"has shown its nonce", r"`nonces`"),
    "nonce/late": (r"deadline|time", r"another"),
    "game/not_started": (r"has not started|before it started", r"wait for its start"),
    "game/started": (r"has started", r"look at the game"),
    "game/finished": (r"is (over|finished|aborted)", r"nothing more can be done"),
    "game/reason": (r"'\w+' is reserved", r"give another reason"),
    "clock/not_offered": (r"unknown (kind|on_expiry) '.*'", r"offered: \w+"),
    "viewer/unknown": (r"'.*' is not a viewer", r"you may ask for (\S+, )*\S+"),
    "action/malformed": (r"action", r"type is one of|must|is missing|known are|nothing is"),
    "action/not_now": (r"nothing to decide", r"wait until"),
    "action/stale": (r"decision -?\d+ is not open", r"look at the game again"),
    "action/illegal": (SOMETHING, r""),
    "takeback/refused": (SOMETHING, r"`reason`"),
    "takeback/not_asked": (
        r"not asked|pending take-back request is event \d+|no take-back",
        r"look at the game's events",
    ),
    "league/unknown": (r"no such league", r"`GET /v1/leagues`"),
    "game/not_over": (r"only once the game is over", r"wait for its end"),
    "rematch/offered": (r"has a rematch|too many rematches", r"`game`"),
    "invitation/unknown": (r"no such invitation", r"`GET /v1/invitations`"),
    "invitation/settled": (r"is (accepted|declined|withdrawn|expired)", r"`status`"),
    "invitation/open": (r"is invited already", r"`invitation`"),
    "player/blocked": (r"has blocked you", r"another game|other players"),
    "player/blocked_by_you": (r"you have blocked", r"End the block"),
    "account/own": (r"yourself", r"another player"),
    "report/unknown": (r"no such report", r"`GET /v1/reports`"),
    "report/settled": (r"settled already", r"`outcome`"),
    "invitation/too_many": (r"at most \d+", r"withdraw some"),
    "end/proposed": (r"is proposed already|may propose an end \d+ times", r"answer `event`, or play on"),
    "end/not_asked": (r"not asked|proposes no end|no end is proposed", r"`end_proposal`"),
    # -- disputes -------------------------------------------------------------------------------------------------
    "dispute/unknown": (r"no dispute", r"`GET /v1/disputes`"),
    "dispute/party": (r"only|another arbiter|play, played|played in|cannot|officials", r"players claim and appeal"),
    "dispute/false_proof": (r"receipt|record", r"hand in what you were given"),
    "dispute/remedy": (r"remedy|ranking|resumed|earlier event|verdict", r"`upheld` has a remedy"),
    "dispute/open": (r"not decided yet|disputed this event before", r"`dispute`"),
    "dispute/ruled": (r"ruled on", r"may be appealed"),
    "dispute/not_ruled": (r"no ruling yet", r"wait for one"),
    "dispute/appealed": (r"has been appealed already", r"the next ruling is the last"),
    "dispute/settled": (r"played to its end", r"of the resumed game"),
    "fork/refused": (SOMETHING, r"once|version|not started|nothing is left|already|annul|so "),
    "fork/parent": (SOMETHING, r"beside its parent"),
    # -- repeating, and the service -------------------------------------------------------------------------------
    "request/reused": (r"Idempotency-Key was used", r"new key"),
    "request/key_malformed": (r"Idempotency-Key", r"\d+ to 255 visible ASCII"),
    "service/busy": (r"busy|waiting|not done|being checked|too many", r"again in a moment"),
    "service/unavailable": (r"does not answer", r"send it again"),
    "service/too_many_streams": (r"streams", r"end one|another one, or later"),
    "service/too_many_requests": (r"too many", r"wait for the answers"),
    "service/too_slow": (r"larger than|within|longer", r"your own machine"),
    "service/interrupted": (r"died|interrupted", r"ask again"),
    "service/quota": (r"\d+", r"limit|at most"),
    "service/rate_limited": (r"\d+ requests in \d+ seconds", r"go on in \d+ seconds"),
    "service/internal": (r"wrong with the service", r"operator"),
    "ruleset/broken": (r"wrong with the service", r"operator"),
    "delvebook/error": (r"wrong with the service", r"operator"),
    "route/unknown": (r"nothing at /", r"see `/docs`"),
    "route/method": (r"does not take [A-Z]+", r"it takes [A-Z]+"),
}
"""By code, what `detail` says in English: what was wrong, and what would be right."""

INTERNALS = (
    r"_schema|Invalid input type|Unknown field|Not a valid|Missing data|Field may not be null|"
    r"\{'|\['|Traceback|object at 0x|<class |marshmallow|werkzeug|psycopg|sqlalchemy"
)
"""What no answer holds: words of the libraries, and Python's own way of writing values."""


def require_helpful(body: dict[str, object]) -> None:
    """Fails if the refusal does not tell its reader what was wrong and what would be right."""
    code, said = str(body["code"]), str(body.get("detail_en", body["detail"]))
    wrong, right = NEEDS[code]
    assert not re.search(INTERNALS, json.dumps(body, ensure_ascii=False)), body
    if "refusal" in body:
        return  # a sentence of the title, which its own tests hold
    assert code != "service/quota" or {"what", "limit"} <= body.keys(), body
    assert re.search(wrong, said, re.IGNORECASE), f"{code} does not say what was wrong: {said}"
    assert re.search(right, said, re.IGNORECASE), f"{code} does not say what would be right: {said}"
    if code == "input/invalid" and body.get("where"):
        assert str(body["where"]) in said, f"{code} does not say where: {said}"
        assert isinstance(body["fields"], dict)
        assert all(path in said for path in body["fields"]), said
