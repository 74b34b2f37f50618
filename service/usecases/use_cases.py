"""All use cases over one store of games."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from delvebook.projections.games_log.reader import LogReader
from delvebook.projections.views import NOBODY, Names
from delvebook.service.base.place import ALONE, Place
from delvebook.service.identity.invitations import Invitations, no_invitations
from delvebook.service.identity.signing import Receipts
from delvebook.service.store.games import GameRepository
from delvebook.service.usecases.commands import Blocking, Commands, nobody_blocks
from delvebook.service.usecases.disputes import DisputeService
from delvebook.service.usecases.exports import ExportService
from delvebook.service.usecases.forks import ForkService
from delvebook.service.usecases.games import GameService
from delvebook.service.usecases.hints import HintService
from delvebook.service.usecases.imports import ImportService
from delvebook.service.usecases.invitations import InvitationService, NotifyAccount, tell_nobody
from delvebook.service.usecases.leaving import LeavingService
from delvebook.service.usecases.parties import MemoryRoles, Parties, Roles
from delvebook.service.usecases.playing import PlayService
from delvebook.service.usecases.prompt import PromptService
from delvebook.service.usecases.reasoning import ReasoningService
from delvebook.service.usecases.visibility import Look, Visibility


@dataclass(frozen=True, slots=True)
class UseCases:
    """All operations on games that a process has, and the store below them."""

    application: GameRepository
    parties: Parties
    games: GameService
    playing: PlayService
    hints: HintService
    prompt: PromptService
    leaving: LeavingService
    invitations: InvitationService
    exports: ExportService
    reasoning: ReasoningService
    forks: ForkService
    imports: ImportService
    disputes: DisputeService
    receipts: Receipts | None


def assemble(
    application: GameRepository,
    *,
    now: Callable[[], str],
    random_bytes: Callable[[int], bytes],
    secret: bytes,
    receipts: Receipts | None = None,
    nonce_hours: int = 72,
    on_look: Look = lambda *_: None,
    roles: Roles | None = None,
    names: Names = lambda _: NOBODY,
    log: LogReader | None = None,
    invitations: Invitations | None = None,
    tell: NotifyAccount = tell_nobody,
    place: Place = ALONE,
    blocking: Blocking = nobody_blocks,
) -> UseCases:
    """
    Returns the use cases over a store.

    Args:
        application: The store of games.
        now: Returns the time, in the record's form.
        random_bytes: Returns unpredictable bytes, for ids and seeds.
        secret: The service's secret. Invitations and some ids of games are derived from it.
        receipts: Signs accepted commands; None to sign nothing.
        nonce_hours: How long players have for showing their nonces, in hours.
        on_look: Records an arbiter's look at secrets.
        roles: The storage of the accounts' roles; None in a process that serves no callers.
        names: Finds the names of accounts, for sentences. Without it, seats are told by their numbers.
        log: The log of games, for proofs; None in a process that serves no callers.
        invitations: The stored invitations; None in a process that serves no callers.
        tell: Sends an account a notice.
        place: The place of this process, to which the games belong that it makes.
        blocking: Finds the pairs of accounts of which the first has blocked the second.
    """
    parties = Parties(application, MemoryRoles() if roles is None else roles)
    visibility = Visibility(secret=secret, parties=parties, on_look=on_look, names=names)
    commands = Commands(
        application,
        visibility=visibility,
        parties=parties,
        receipts=receipts,
        nonce_hours=nonce_hours,
        secret=secret,
        now=now,
        random_bytes=random_bytes,
        place=place,
        blocking=blocking,
    )
    forks = ForkService(commands)
    games = GameService(commands)
    playing = PlayService(commands)
    return UseCases(
        application=application,
        parties=parties,
        games=games,
        playing=playing,
        hints=HintService(commands),
        prompt=PromptService(commands, playing, games),
        leaving=LeavingService(commands),
        invitations=InvitationService(commands, games, invitations or no_invitations(), tell),
        exports=ExportService(commands, log),
        reasoning=ReasoningService(commands),
        forks=forks,
        imports=ImportService(commands),
        disputes=DisputeService(commands, forks),
        receipts=receipts,
    )
