/** The sentences of a verdict, in English and Russian. `{name}` is filled in; everything filled in is text, never markup. */

/** @import { Said } from "./finding.js" */

/** @typedef {"en" | "ru"} Lang */

/** @type {Record<string, [en: string, ru: string]>} */
export const SENTENCES = {
  // A line that cannot be read.
  empty_file: ["The file is empty.", "Файл пуст."],
  not_utf8: ["The line is not text in UTF-8.", "Строка — не текст в кодировке UTF-8."],
  empty_line: ["The line is empty; every line must hold one event.", "Строка пуста, а в каждой строке должно быть одно событие."],
  truncated: ["The line breaks off in the middle: the file is cut off.", "Строка обрывается на середине: конец файла отрезан."],
  breaks_off: ["The line breaks off in the middle.", "Строка обрывается на середине."],
  too_many_lines: ["A record has at most {most} lines.", "В записи не больше {most} строк."],
  too_long_a_line: ["The line is longer than {most} MiB.", "Строка длиннее {most} МиБ."],
  not_json: ["The line is not JSON, from character {at} on.", "Начиная с символа {at}, строка — не JSON."],
  too_deep: ["The line is nested deeper than 64 levels.", "Вложенность глубже 64 уровней."],
  not_an_integer: ["The number {number} is not an integer within ±(2^53-1).", "Число {number} — не целое в пределах ±(2^53−1)."],
  half_a_character: ["A text holds half a character.", "В тексте стоит половина символа."],
  key_not_ascii: ["The key “{key}” has characters other than ASCII.", "В ключе «{key}» есть символы не из ASCII."],
  key_twice: ["An object names the key “{key}” twice.", "В объекте дважды назван ключ «{key}»."],
  no_object: ["The line holds no object.", "В строке не объект."],
  // Shape.
  format: [
    "This is not the header of a record of format delvebook-record/1, the only one known here (it says “{format}”).",
    "Это не заголовок записи формата delvebook-record/1, а другой здесь не известен (указано «{format}»).",
  ],
  unknown_key: ["“{key}” is not a key of the format.", "Ключа «{key}» в формате нет."],
  missing_key: ["“{key}” is missing.", "Нет ключа «{key}»."],
  wrong_kind: ["The value of “{key}” is not of the form that the format asks for.", "Значение «{key}» не того вида, которого требует формат."],
  other_ruleset: ["The ruleset in the header is not the one the game was created with.", "В заголовке не те правила, с которыми создана партия."],
  other_content: ["The content in the header is not the one the game was created with.", "В заголовке не те данные правил, с которыми создана партия."],
  viewer_seat: ["The header says that this is the record of {viewer}, but the game has {seats} seats.", "В заголовке сказано, что это запись для {viewer}, но мест в партии {seats}."],
  not_public: ["The header calls the record public, but the seed is not revealed in it.", "Заголовок называет запись открытой, но зерно в ней не раскрыто."],
  // The chain.
  hash: ["The hash of event {n} is wrong: the event or its hash was changed.", "Хеш события {n} неверен: изменили событие или сам хеш."],
  gap: ["Event {missing} is missing before event {n}.", "Перед событием {n} не хватает события {missing}."],
  order: ["Event {n} comes after event {before}: it is out of order or repeated.", "Событие {n} стоит после события {before}: порядок нарушен или событие повторено."],
  prev: ["Event {n} does not continue the chain: it does not name the hash of event {before}.", "Событие {n} не продолжает цепочку: в нём назван не хеш события {before}."],
  game: ["Event {n} belongs to another game than the header.", "Событие {n} из другой партии, чем указано в заголовке."],
  at: ["Event {n} is dated before the event in front of it.", "Событие {n} датировано раньше предыдущего."],
  created: ["Event {n} is a {type}; the first event of a game, and no other, must be GameCreated.", "Событие {n} — {type}, а GameCreated должно быть первым событием партии, и только первым."],
  by: ["{type} must be by {kinds}; event {n} is by {by}.", "{type} совершают {kinds}, а событие {n} совершил {by}."],
  by_seat: ["Event {n} must be by seat:{seat}, the seat in its data.", "Событие {n} должно совершать seat:{seat} — место, названное в его данных."],
  member_undeclared: ["“{member}” is not a member of {type}.", "В {type} не бывает поля «{member}»."],
  member_missing: ["{type} lacks the member “{member}”.", "В {type} не хватает поля «{member}»."],
  member_kind: ["The member “{member}” of {type} is of the wrong kind.", "Поле «{member}» в {type} не того вида."],
  audience: ["Envelope {i} of event {n} is for {audience}, but the game has {seats} seats.", "Конверт {i} события {n} предназначен для {audience}, но мест в партии {seats}."],
  envelope: ["What envelope {i} of event {n} shows is not what was sealed in it.", "В конверте {i} события {n} показано не то, что в нём запечатано."],
  closed: ["Envelope {i} of event {n} is closed; a record for {viewer} must contain it open.", "Конверт {i} события {n} закрыт, а в записи для {viewer} он должен быть открыт."],
  open_to_others: ["Envelope {i} of event {n} is open, which a record for {viewer} must not contain.", "Конверт {i} события {n} открыт, а в записи для {viewer} его содержимого быть не должно."],
  opens_nothing: ["Event {n} opens envelope {i} of event {of}, but no earlier event has such an envelope.", "Событие {n} открывает конверт {i} события {of}, но такого конверта раньше не было."],
  opens_other: ["Event {n} shows for envelope {i} of event {of} something else than was sealed in it.", "Событие {n} показывает в конверте {i} события {of} не то, что в нём запечатано."],
  no_events: ["There is no event after the header.", "После заголовка нет ни одного события."],
  cut_off: ["The record ends at event {n}, but its header promises {head}: the last {missing} are missing.", "Запись кончается событием {n}, а заголовок обещает {head}: не хватает последних ({missing})."],
  too_long: ["The record goes on to event {n}, but its header ends at {head}.", "Запись доходит до события {n}, а по заголовку кончается на {head}."],
  head_hash: ["The hash of the head in the header is not the hash of the last event.", "Хеш в заголовке — не хеш последнего события."],
  seed_twice: ["Event {n} reveals the seed, which was revealed before.", "Событие {n} раскрывает зерно, но оно уже раскрыто раньше."],
  seed_early: ["Event {n} reveals the seed, but the game has not ended.", "Событие {n} раскрывает зерно, но партия не кончилась."],
  after_end: ["Event {n}, {type}, comes after the end of the game, event {ended}; nothing is played any more.", "Событие {n}, {type}, стоит после конца партии (событие {ended}), когда уже не играют."],
  commitment: ["The seed is not the one that the service committed to in event 1.", "Зерно не то, за которое сервис поручился в событии 1."],
  // What may come when, and by whom.
  due: ["Event {n} is a {type}, but {due} must follow here at once.", "Событие {n} — {type}, а здесь сразу должно следовать {due}."],
  due_missing: ["The record ends where {due} must follow at once.", "Запись кончается там, где сразу должно следовать {due}."],
  after_start: ["Event {n} is a {type}, which cannot come after the start.", "Событие {n} — {type}, а после начала партии его быть не может."],
  before_start: ["Event {n} is a {type}, which comes only between start and end.", "Событие {n} — {type}, а оно бывает только между началом и концом партии."],
  other_creator: ["Event {n} does not create the game in the name of its creator.", "Событие {n} создаёт партию не от имени того, кто в нём назван её создателем."],
  reserved_when: ["Event {n}: seats are reserved in a resumed game and in a rematch, and in no other.", "Событие {n}: места бывают закреплены в возобновлённой партии и в реванше, и больше нигде."],
  reserved_count: ["Event {n} must say of each of the {seats} seats for whom it is reserved.", "Событие {n} должно сказать о каждом месте (их {seats}), за кем оно закреплено."],
  parent_itself: ["Event {n} names the game as its own parent.", "Событие {n} называет исходной партией саму эту партию."],
  ruling_before: ["Event {n} names a ruling that comes before the event at which the game continues.", "Событие {n} называет решение, принятое раньше события, с которого партия продолжается."],
  parent_seat: ["Event {n} names a seat of the parent, but the game has {seats} seats.", "Событие {n} называет место исходной партии, которого нет: мест {seats}."],
  player_or_bot: ["Event {n} must put either a player or a bot on seat {seat}.", "Событие {n} должно посадить на место {seat} либо игрока, либо бота."],
  bot_put: ["Event {n} puts a bot on seat {seat}, which {by} may not.", "Событие {n} сажает на место {seat} бота, но {by} этого не может."],
  bot_commits: ["Event {n} commits the bot of seat {seat} to a nonce, and bots give none.", "Событие {n} обязывает бота на месте {seat} показать число, а боты чисел не дают."],
  taken_for_another: ["Event {n} takes seat {seat} for somebody else than {by}.", "Событие {n} занимает место {seat} не для того, кто его совершил ({by})."],
  two_seats: ["Event {n} gives {player} a second seat.", "Событие {n} даёт игроку {player} второе место."],
  was_removed: ["Event {n} seats {player}, whom the creator has removed.", "Событие {n} сажает игрока {player}, которого создатель партии удалил."],
  kept_for_another: ["Event {n} takes seat {seat}, which is reserved for somebody else.", "Событие {n} занимает место {seat}, закреплённое за другим."],
  freed_by: ["Event {n} frees seat {seat}, which {by} may not.", "Событие {n} освобождает место {seat}, но {by} этого не может."],
  started_by: ["Event {n} starts the game, which {by} may not.", "Событие {n} начинает партию, но {by} этого не может."],
  seat_of_another: ["Event {n} names another account than the one that seat {seat} belongs to.", "Событие {n} называет не того, кому принадлежит место {seat}."],
  replaced_so: ["Event {n}: with the reason “{reason}” seat {seat} does not change hands like this.", "Событие {n}: с причиной «{reason}» место {seat} так не переходит."],
  plays_already: ["Event {n} gives seat {seat} to a player or a bot who plays it already.", "Событие {n} отдаёт место {seat} тому, кто за него уже играет."],
  given_up: ["Event {n} is about seat {seat}, which was given up, or belongs to nobody.", "Событие {n} — о месте {seat}, от которого уже отказались или которое ничьё."],
  replaced_by: ["Event {n} changes who plays seat {seat} ({reason}), which {by} may not.", "Событие {n} меняет, кто играет за место {seat} ({reason}), но {by} этого не может."],
  resigned_by: ["Event {n} gives up seat {seat}, which {by} may not for this reason.", "Событие {n} отказывается от места {seat}, но {by} по этой причине не может."],
  no_default: ["Event {n} has the clock decide for a seat, which this game has not agreed on.", "В событии {n} часы решают за место, а в этой партии так не условлено."],
  withheld_seats: ["Event {n}: seats are named with the reason nonce_withheld, and with no other.", "Событие {n}: места называют с причиной nonce_withheld, и ни с какой другой."],
  reason_of: ["Event {n}: “{reason}” is not a reason of {by}.", "Событие {n}: у {by} не бывает причины «{reason}»."],
  resumed_by: ["Event {n} is by {by}, and only the service says where a game is resumed.", "Событие {n} совершил {by}, а где партия возобновлена, говорит только сервис."],
  resumed_in_time: ["Event {n} breaks the game off as not resumed, but it is no such game, or has started.", "Событие {n} обрывает партию как невозобновлённую, но она не такая или уже началась."],
  aborted_by: ["Event {n} breaks the game off, which {by} may not.", "Событие {n} обрывает партию, но {by} этого не может."],
  aborted_late: ["Event {n} breaks the game off, which its creator may only before a nonce is shown.", "Событие {n} обрывает партию, а создатель может это лишь до первого показанного числа."],
  not_agreed: ["Event {n} breaks the game off as agreed, but the event before it is no consent.", "Событие {n} обрывает партию по согласию, но событие перед ним — не согласие."],
  no_cause: ["Event {n}: the service breaks a game off only as the ruling just before it says.", "Событие {n}: сервис обрывает партию только так, как велит решение прямо перед этим."],
  no_dispute: ["Event {n} is about a dispute that nobody opened.", "Событие {n} — о споре, которого никто не открывал."],
  no_party: ["Event {n} is by {by}, who never sat in the game.", "Событие {n} совершил {by}, а за этим столом он никогда не сидел."],
  claimants_seat: ["Event {n} must name the seat that the claimant has now.", "Событие {n} должно назвать место, которое у жалующегося сейчас."],
  later_event: ["Event {n} is about an event that does not come before it.", "Событие {n} — о событии, которое не стоит перед ним."],
  undecided: ["Event {n} opens a dispute while another one of the same player is undecided.", "Событие {n} открывает спор, хотя другой спор того же игрока ещё не решён."],
  disputed_twice: ["Event {n} disputes an event that the same player has disputed before.", "Событие {n} оспаривает событие, которое этот игрок уже оспаривал."],
  examined_twice: ["Event {n} attaches a second finding to a dispute.", "Событие {n} прилагает к спору второе заключение."],
  partial: ["In event {n}, {by} acts as an official, and is a party of the game.", "В событии {n} как должностное лицо действует {by}, а это сторона партии."],
  ruled_twice: ["Event {n} rules on a dispute that is decided, or withdrawn.", "Событие {n} решает спор, который уже решён или отозван."],
  same_judge: ["Event {n}: {by} has ruled on this dispute before; an appeal needs another arbiter.", "Событие {n}: {by} уже решал этот спор, а апелляцию решает другой арбитр."],
  ranking: ["Event {n} must rank every seat of the game exactly once.", "Событие {n} должно поставить на место в итоге каждого ровно один раз."],
  appeals: ["Event {n} appeals against a ruling that does not exist, or was appealed before.", "Событие {n} обжалует решение, которого нет или которое уже обжаловали."],
  not_open: ["Event {n} is about a claim that has been ruled on, or withdrawn.", "Событие {n} — о жалобе, по которой уже есть решение или которую отозвали."],
  withdrawn_by: ["Event {n} withdraws a claim that is not of {by}.", "Событие {n} отзывает жалобу, но подал её не {by}."],
  clock_twice: ["Event {n} starts the clock again, which ran again already.", "Событие {n} снова пускает часы, а они уже идут."],
  takes_after_closing: ["Event {n} takes a seat, but the seats are closed.", "Событие {n} занимает место, но места уже закрыты."],
  no_such_seat: ["Event {n} takes seat {seat}, but the game has {seats} seats, numbered from 0.", "Событие {n} занимает место {seat}, но мест в партии {seats}, считая с 0."],
  seat_not_free: ["Event {n} takes seat {seat}, which is not free.", "Событие {n} занимает место {seat}, а оно не свободно."],
  leaves_after_closing: ["Event {n} frees a seat, but the seats are closed.", "Событие {n} освобождает место, но места уже закрыты."],
  nobody_leaves: ["Event {n} frees seat {seat}, where nobody sits.", "Событие {n} освобождает место {seat}, где никто не сидит."],
  closes: ["Event {n} closes the seats, but they are closed already, or some are free.", "Событие {n} закрывает места, но они уже закрыты, или есть свободные."],
  deadline: ["Event {n} must name a deadline if, and only if, a seat has committed to a nonce.", "В событии {n} срок должен стоять тогда и только тогда, когда кто-то обязался показать своё число."],
  deadline_over: ["Event {n} names a deadline that is over already.", "В событии {n} назван срок, который уже вышел."],
  shows_before_closing: ["Event {n} shows a nonce before the seats are closed.", "Событие {n} показывает число игрока до закрытия мест."],
  none_to_show: ["Event {n} shows a nonce of seat {seat}, which has none to show.", "Событие {n} показывает число места {seat}, а показывать там нечего."],
  shown_by_another: ["Event {n} shows the nonce of seat {seat}, but is not by its player.", "Событие {n} показывает число места {seat}, но совершено не его игроком."],
  shown_late: ["Event {n} shows a nonce after the deadline.", "Событие {n} показывает число игрока после срока."],
  other_nonce: ["Event {n} shows another nonce than the one that seat {seat} committed to.", "Событие {n} показывает не то число, за которое поручилось место {seat}."],
  starts_without_players: ["Event {n} starts the game, but not every seat is taken.", "Событие {n} начинает партию, но заняты не все места."],
  starts_without_nonces: ["Event {n} starts the game, but seats {seats} have not shown the nonces they committed to.", "Событие {n} начинает партию, но места {seats} не показали числа, за которые поручились."],
  withheld_by: ["Event {n} must name the seats that have withheld their nonces: {seats}.", "Событие {n} должно назвать места, не показавшие своих чисел: {seats}."],
  not_overdue: ["Event {n} breaks the game off for a nonce, but no nonce is overdue.", "Событие {n} обрывает партию из-за числа игрока, но срок ещё не вышел."],
  // Chance.
  salt: ["Envelope {i} of event {n} was not sealed with the salt that follows from the seed: it was made otherwise, or later.", "Конверт {i} события {n} запечатан не с той солью, что следует из зерна: его сделали иначе или позже."],
  draws: ["Event {n} draws “{what}” from number {from}; the next draw of the game is {expected}.", "Событие {n} тянет «{what}» с номера {from}, а следующий в партии номер — {expected}."],
  // Receipts.
  not_a_jws: ["{receipt}: this is not a compact JWS (three parts in base64url, separated by dots).", "{receipt}: это не компактный JWS (три части в base64url через точки)."],
  algorithm: ["{receipt}: the algorithm is “{alg}”, not EdDSA.", "{receipt}: алгоритм — «{alg}», а не EdDSA."],
  unknown_kid: ["{receipt}: none of the given keys is called “{kid}”.", "{receipt}: среди данных ключей нет ключа «{kid}»."],
  receipt_signature: ["{receipt}: the signature does not match the key: the signature or the signed text was changed.", "{receipt}: подпись не подходит к ключу: изменили подпись или подписанный текст."],
  receipt_payload: ["{receipt}: what is signed is not a receipt.", "{receipt}: подписано нечто другое, не квитанция."],
  receipt_game: ["{receipt} is for another game.", "{receipt} — из другой партии."],
  receipt_head: ["The header's receipt is not for the head that the header names.", "Квитанция в заголовке — не за то событие, которым он кончает запись."],
  receipt_beyond: ["The record ends too early: receipt {number} is for event {n}, and the last event here is {head}.", "Запись кончается слишком рано: квитанция {number} — за событие {n}, а последнее здесь — {head}."],
  refusal_beyond: ["The record ends too early: receipt {number} is for a refusal after event {n}, and the last event here is {head}.", "Запись кончается слишком рано: квитанция {number} — об отказе после события {n}, а последнее здесь — {head}."],
  receipt_hash: ["Receipt {number} confirms another event {n} than the one recorded here: the service signed a different history.", "Квитанция {number} подтверждает другое событие {n}, чем записано здесь: сервис подписал другую историю."],
  // The log.
  no_checkpoint: ["{checkpoint} is not one: a text, an empty line, and signature lines, each with its line end.", "{checkpoint} таковой не является: нужны текст, пустая строка и строки подписей, каждая с концом строки."],
  other_log: ["The checkpoint that was given is of another log, “{origin}”.", "Данная контрольная точка — из другого журнала, «{origin}»."],
  unsigned: ["{checkpoint}: none of the given keys has signed it.", "{checkpoint}: ни один из данных ключей её не подписал."],
  log_signature: ["{checkpoint}: the signature of {origin} is wrong: it or the text was changed.", "{checkpoint}: подпись {origin} неверна: изменили её или текст."],
  two_faces: ["The log has signed two different histories of {size} entries: these two checkpoints prove it.", "Журнал подписал две разные истории из {size} записей: эти две контрольные точки это доказывают."],
  no_proofs_there: ["The proofs are not of the form that the log's page gives, or are for another game.", "Доказательства не того вида, что описан для журнала, или из другой партии."],
  doubled: ["Event {n} is in the log twice.", "Событие {n} стоит в журнале дважды."],
  logged_beyond: ["The record ends too early: the log has event {n} of this game, {what}, and the last event here is {head}.", "Запись кончается слишком рано: в журнале есть событие {n} этой партии ({what}), а последнее здесь — {head}."],
  logged_hash: ["The log shows another event {n} of this game than the one recorded here.", "В журнале другое событие {n} этой партии, чем записано здесь."],
  logged_what: ["The log calls event {n} “{what}”, and it is nothing of the kind here.", "Журнал называет событие {n} «{what}», а здесь оно не такое."],
  proof_no_leaf: ["The proof for event {n} does not lead to the checkpoint: a log of {size} entries has no entry {index}.", "Доказательство для события {n} не ведёт к контрольной точке: в журнале из {size} записей нет записи {index}."],
  proof_too_short: ["The proof for event {n} does not lead to the checkpoint: it is too short.", "Доказательство для события {n} не ведёт к контрольной точке: оно слишком короткое."],
  proof_too_long: ["The proof for event {n} does not lead to the checkpoint: it is too long.", "Доказательство для события {n} не ведёт к контрольной точке: оно слишком длинное."],
  proof_elsewhere: ["The proof for event {n} does not lead to the checkpoint: it leads to a different root.", "Доказательство для события {n} не ведёт к контрольной точке: оно ведёт к другому корню."],
  // Why a level was not checked.
  chain_broken: ["The chain does not hold, so there is nothing to hold this against.", "Цепочка нарушена, так что сверять не с чем."],
  no_seed: ["The seed is not revealed in this record.", "Зерно в этой записи не раскрыто."],
  no_receipts: ["The record has no receipt, and none was given.", "В записи нет квитанции, и отдельно их не дали."],
  no_keys: ["The service's public keys are needed, and were not given.", "Нужны открытые ключи сервиса, а их не дали."],
  keys_unreadable: ["There is no Ed25519 key in what was given as the service's keys.", "В том, что дано как ключи сервиса, нет ключа Ed25519."],
  no_proofs: ["The record has no proofs of the log of games, and none were given.", "В записи нет доказательств из журнала партий, и отдельно их не дали."],
  no_log_keys: ["The log's public key is needed, and was not given.", "Нужен открытый ключ журнала, а его не дали."],
  log_keys_unreadable: ["There is no key of a log in what was given.", "В том, что дано, нет ключа журнала."],
  not_covered: ["The proofs do not cover event {n}, {type}.", "Доказательства не охватывают событие {n}, {type}."],
  other_size: ["The checkpoint that was given has {given} entries, and the proofs lead to one of {size}.", "В данной контрольной точке записей {given}, а доказательства ведут к точке, где их {size}."],
  no_parent: [
    "This game is a fork of game {game}, from after its event {n}. That game's record is needed, too.",
    "Эта партия ответвилась от партии {game} после её события {n}. Нужна запись и той партии.",
  ],
  parent_broken: ["The parent's record does not hold, from its line {line} on.", "Запись исходной партии неверна, начиная со строки {line}."],
  parent_short: ["The parent's record ends before its event {n}, from which this game was forked.", "Запись исходной партии кончается раньше события {n}, от которого ответвилась эта."],
  parent_hash: [
    "The parent's event {n} is not the one that this game was forked from: its hash is another.",
    "Событие {n} исходной партии не то, от которого ответвилась эта: хеш другой.",
  ],
  no_webcrypto: [
    "The browser offers no cryptography here. It does so only on pages opened over https, or from this very machine.",
    "Браузер здесь не даёт криптографии. Она есть только на страницах по https или с этого же компьютера.",
  ],
  no_ed25519: [
    "This browser does not know Ed25519, so it cannot check signatures. A newer one can.",
    "Этот браузер не знает Ed25519 и не может проверить подписи. Более новый сможет.",
  ],
  // Stated by the service.
  stated_times: ["The times of the events, from {from} to {to}. The chain shows only that none is earlier than the one before.", "Время событий, с {from} по {to}. Цепочка показывает лишь, что ни одно не раньше предыдущего."],
  stated_accounts: ["Which people and programs stand behind the accounts.", "Какие люди и программы стоят за учётными записями."],
  stated_bot: ["Event {n}: that the bot {bot} plays seat {seat}, counted from 1, from here on and chooses its moves.", "Событие {n}: что отсюда местом {seat} (считая с 1) играет бот {bot} и сам выбирает ходы."],
  stated_unknown: ["Event {n}: all that it says, since {type} is of a type that is not known here; only its place and its hash were checked.", "Событие {n}: всё, что в нём сказано, — тип {type} здесь не известен, и проверены только его место и хеш."],
  stated_official: ["Event {n}: that {by} holds the office for it ({type}).", "Событие {n}: что {by} вправе это делать по должности ({type})."],
  stated_abort: ["Event {n}: that {by} broke the game off here, and why (“{reason}”).", "Событие {n}: что {by} оборвал здесь партию, и почему («{reason}»)."],
  stated_claim: ["Event {n}: the claim of {by} about event {event} (“{claim}”).", "Событие {n}: жалоба {by} на событие {event} («{claim}»)."],
  stated_finding: ["Event {n}: the finding on dispute {dispute}. Only a replay can confirm it.", "Событие {n}: заключение по спору {dispute}. Подтвердить его может только повтор партии."],
  stated_ruling: ["Event {n}: the ruling of {by} on dispute {dispute} ({verdict}: “{reason}”), and that they may rule.", "Событие {n}: решение {by} по спору {dispute} ({verdict}: «{reason}»), и что он вправе судить."],
  stated_appeal: ["Event {n}: the appeal of {by} in dispute {dispute}.", "Событие {n}: апелляция {by} в споре {dispute}."],
};

/** @type {Record<string, [en: string, ru: string]>} */
const PARTS = {
  header: ["The header's receipt", "Квитанция в заголовке"],
  kept: ["Receipt {number}", "Квитанция {number}"],
  proofs: ["The checkpoint of the proofs", "Контрольная точка доказательств"],
  given: ["The checkpoint that was given", "Данная контрольная точка"],
};

/**
 * A sentence in a language.
 *
 * @param {Said} said
 * @param {Lang} lang
 * @returns {string}
 */
export function sentence({ key, fields }, lang) {
  const index = lang === "ru" ? 1 : 0;
  const part = PARTS[String(fields.which ?? "")]?.[index];
  const known = { ...fields, ...(part === undefined ? {} : { receipt: fill(part, fields), checkpoint: part }) };
  return fill((SENTENCES[key] ?? [key, key])[index], known);
}

/**
 * @param {string} template
 * @param {Record<string, string | number>} fields
 */
const fill = (template, fields) => template.replace(/\{(\w+)\}/g, (whole, name) => String(fields[name] ?? whole));
