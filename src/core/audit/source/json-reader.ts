import { JsonScanner } from '../../base/text/json-scanner.ts';
import { isFieldOfState, LIST_KEY } from '../mentions/fields.ts';
import { isMoveText } from '../mentions/moves.ts';
import { type Part, type PartReader, type PartSink, type Role, roleNamed } from './part.ts';
import { decodeString, joinTexts, type TextMap } from './text-map.ts';

/** An open object or array. */
interface Frame {
  readonly parent: Frame | undefined;
  readonly isArray: boolean;
  /** The name under which its parent holds it. */
  readonly name: string;
  readonly depth: number;
  /** The key of the value that comes next. */
  key: string;
  role: Role | undefined;
  /** The conversation that begins with it. */
  readonly conversation: string | undefined;
  /** Number of the message that it is, from its first text on. */
  message: number;
  readonly skipped: boolean;
  /** It holds a list of messages that was read. */
  hasMessages: boolean;
}

/** A record at the top of the document: its conversation is known at its end at the latest. */
interface Root {
  readonly number: number;
  /** It is one message of many, or one move of a game. */
  isPart: boolean;
  /** Fields of it are what a model was asked and what it said. */
  isRow: boolean;
  /** The conversation of its list of messages. */
  list: string | undefined;
  session: string;
}

interface Waiting {
  readonly frame: Frame | undefined;
  readonly root: Root;
  readonly key: string;
  readonly raw: string;
  readonly at: number;
  /** Of a thought: the move that its record chose. */
  chosen?: string;
}

const LISTS: ReadonlySet<string> = new Set([
  'messages',
  'conversations',
  'conversation',
  'turns',
  'dialog',
  'dialogue',
  'mapping',
  'gen_ai.input.messages',
]);
/** What repeats the messages of its record. */
const REPEATS: ReadonlySet<string> = new Set(['events', 'output', 'store', 'attachments', 'gen_ai.output.messages']);
const SESSIONS: ReadonlySet<string> = new Set([
  'sessionId',
  'session_id',
  'conversation_id',
  'conversationId',
  'thread_id',
  'trace_id',
  'traceId',
]);
const OF_A_GAME: ReadonlySet<string> = new Set(['move', 'san', 'uci', 'ply', 'jsonrpc']);
const ROLE_KEYS: ReadonlySet<string> = new Set(['role', 'type', 'from', 'name', 'event.name', 'speaker', 'sender']);

/** Fields of rows that are what a model is asked, and what it says, where no role says so. */
const KEY_ROLES: ReadonlyMap<string, Role> = new Map<string, Role>([
  ...['prompt', 'question', 'instruction', 'query', 'user_prompt'].map((key) => [key, 'user'] as const),
  ...[
    'completion',
    'response',
    'resps',
    'generated_text',
    'generation',
    'prediction',
    'model_output',
    'output_text',
  ].map((key) => [key, 'assistant'] as const),
]);

/** A text without any of these says nothing of chess. */
const CHESS =
  /[a-h][1-8]|[1-8pnbrqkPNBRQK]\\?\/[1-8pnbrqkPNBRQK]{1,8}\\?\/|[Cc]heck|[Cc]astl|O-O|to (?:move|play)|s move|turn|on move|has the move|plays next|[♔-♟⬜⬛▫＿]|\\u265|[.·*_-] [.·*_-] [.·*_-] |(?:[|│] ?[pnbrqkPNBRQK .·-] ?){4}|(?:[pnbrqkPNBRQK.] ){5}|legal move|material|pawn|knight|bishop|\brooks?\b|queen|\b(?:white|black)(?:'s|’s)? king\b|[Kk]ing (?:is|on)/;

/** Fields of names and times, which may look like squares. */
const NO_TEXT = /(?:^|[_.])(?:id|ids|uuid|name|model|timestamp|created|cwd|path|url|hash|signature)$|(?:Id|Uuid)$/;

const MAX_WAITING = 1 << 22;
const MAX_DEPTH = 500;
const MAX_NESTING = 3;

/** The array whose elements a move is one of, with those that it holds: `["e4", "e5"]`, `[["e4", "e5"], ["Nf3"]]`. */
function moveListOf(waiting: Waiting | undefined): Frame | undefined {
  let list = waiting?.frame;
  if (waiting === undefined || list?.isArray !== true) return undefined;
  if (!LIST_KEY.test(list.name) || !isMoveText(waiting.raw.replace(/^\d{1,3}\.+ ?/, ''))) return undefined;
  while (list?.parent?.isArray === true) list = list.parent;
  return list;
}

/** A message of a list whose role has not come yet, with the block that was read of it. */
function isWithoutRole(content: Frame | undefined): boolean {
  const message = content?.isArray === true ? content.parent : undefined;
  return message?.isArray === false && message.role === undefined && LISTS.has(message.parent?.name ?? '');
}

/** What a model thought before it moved, where it stands behind the move in one record. */
const THOUGHT =
  /^(?:thoughts?|thinking|reasoning|rationale|analysis|explanation|generate_returns|raw_?(?:output|response))$/i;
const CHOSEN = /^(?:move|action|action_?(?:str|string|submitted_?to_?string)|chosen_?move|best_?move)$/i;
/** Texts between a move and the thoughts behind it. */
const MAX_APART = 40;

/** Puts the thoughts of a record before the move that came of them. */
function thoughtsFirst(waiting: Waiting[]): void {
  for (let i = waiting.length - 2; i >= 0; i--) {
    const move = waiting[i];
    if (move?.frame === undefined || move.frame.isArray || !CHOSEN.test(move.key)) continue;
    let last = i;
    for (let j = i + 1; j < waiting.length && j - i <= MAX_APART; j++) {
      const other = waiting[j];
      if (other === undefined || !isWithin(other.frame, move.frame)) break;
      if (!isThought(other, move.frame)) continue;
      last = j;
      other.chosen = move.raw;
    }
    if (last > i) waiting.splice(last, 0, ...waiting.splice(i, 1));
  }
}

function isWithin(frame: Frame | undefined, record: Frame): boolean {
  for (let at = frame; at !== undefined && at.depth >= record.depth; at = at.parent) if (at === record) return true;
  return false;
}

/** A text is a thought of a record, or within one. */
function isThought(one: Waiting | undefined, record: Frame): boolean {
  if (one?.frame === record) return THOUGHT.test(one.key);
  let at = one?.frame;
  while (at !== undefined && at.parent !== record) at = at.parent;
  return THOUGHT.test(at?.name ?? '');
}

/** Reads the texts of a JSON or JSON Lines document, with the roles and conversations that its shape gives. */
export class JsonReader implements PartReader {
  readonly #sink: PartSink;
  readonly #scanner: JsonScanner;
  readonly #outer: { readonly map: TextMap; readonly part: Part; readonly nesting: number } | undefined;
  #top: Frame | undefined;
  #root: Root = { number: 0, isPart: false, isRow: false, list: undefined, session: '' };
  #waiting: Waiting[] = [];
  #waitingLength = 0;
  #conversations = 0;
  #messages = 0;

  constructor(sink: PartSink, outer?: { readonly map: TextMap; readonly part: Part; readonly nesting: number }) {
    this.#sink = sink;
    this.#outer = outer;
    this.#messages = outer?.part.message ?? 0;
    this.#scanner = new JsonScanner({
      open: (isArray) => this.#open(isArray),
      close: () => this.#close(),
      key: (raw) => {
        if (this.#top !== undefined) this.#top.key = raw;
      },
      string: (raw, at) => this.#string(raw, at),
      number: (raw, at) => {
        this.#number(raw, at);
        this.#value(raw, at);
      },
      literal: (raw, at) => this.#value(raw, at),
      broken: (at, why) => {
        while (this.#top !== undefined) this.#close();
        if (outer === undefined && at >= 0) sink.unread({ at, message: why });
      },
    });
  }

  get settled(): number {
    return this.#waiting[0]?.at ?? this.#scanner.offset;
  }

  push(piece: string): void {
    this.#scanner.push(piece);
  }

  end(): void {
    this.#scanner.end();
    this.#flush();
  }

  #open(isArray: boolean): void {
    const parent = this.#top;
    const name = parent === undefined ? '' : parent.isArray ? parent.name : parent.key;
    const isList = LISTS.has(name) && parent?.isArray !== true;
    if (isList && parent !== undefined) parent.hasMessages = true;
    const depth = (parent?.depth ?? 0) + 1;
    this.#top = {
      parent,
      isArray,
      name,
      depth,
      key: '',
      role: undefined,
      conversation: isList ? `list ${++this.#conversations}` : undefined,
      message: 0,
      skipped: parent?.skipped === true || (parent?.hasMessages === true && REPEATS.has(name)) || depth > MAX_DEPTH,
      hasMessages: false,
    };
    if (parent === undefined && isArray) this.#root.isPart = true;
    // the answer of an API is of its request alone
    if (isArray && name === 'choices') this.#root.isRow = true;
    if (depth === 2 && parent?.isArray === false) {
      if (isArray && KEY_ROLES.has(name)) this.#root.isRow = true;
      this.#root.list = this.#top.conversation ?? this.#root.list;
    }
  }

  #close(): void {
    const closed = this.#top;
    if (closed === undefined) return;
    this.#top = closed.parent;
    if (closed.name === 'author' && closed.role !== undefined && closed.parent !== undefined)
      closed.parent.role ??= closed.role;
    if (closed.role !== undefined && closed.name !== 'author') {
      if (closed.depth <= 2) this.#root.isPart = true;
      if (!isWithoutRole(closed.parent)) this.#flush();
    }
    if (this.#top !== undefined) return;
    this.#flush();
    this.#root = { number: this.#root.number + 1, isPart: false, isRow: false, list: undefined, session: '' };
  }

  #string(raw: string, at: number): void {
    const frame = this.#top;
    if (frame?.skipped === true) return;
    const key = frame === undefined ? '' : frame.isArray ? frame.name : frame.key;
    if (frame !== undefined && !frame.isArray) this.#field(frame, key, raw);
    if (NO_TEXT.test(key) || (!CHESS.test(raw) && !(raw.length <= 8 && isFieldOfState(key)))) return;
    this.#waiting.push({ frame, root: this.#root, key, raw, at });
    this.#waitingLength += raw.length;
    if (this.#waitingLength > MAX_WAITING) this.#flush();
  }

  /** What a field says of the message or record that holds it. */
  #field(frame: Frame, key: string, raw: string): void {
    if (ROLE_KEYS.has(key)) {
      const role = roleNamed(raw);
      // the type of a record, such as a content block, says less than its role
      if (role !== undefined && (frame.role === undefined || key === 'role')) frame.role = role;
    }
    if (SESSIONS.has(key) && frame.depth <= 2) this.#root.session = raw;
    if (frame.depth === 1 && OF_A_GAME.has(key)) this.#root.isPart = true;
  }

  /** A number or a truth value: some fields of states have them. */
  #value(raw: string, at: number): void {
    const frame = this.#top;
    if (frame === undefined || frame.skipped || frame.isArray || raw.length > 8 || !isFieldOfState(frame.key)) return;
    this.#waiting.push({ frame, root: this.#root, key: frame.key, raw, at });
    this.#waitingLength += raw.length;
  }

  #number(raw: string, at: number): void {
    const frame = this.#top;
    if (frame?.depth === 1 && frame.key === 'ply') this.#root.isPart = true;
    if (frame?.depth === 1 && !frame.isArray && frame.key === 'version' && Number(raw) > 2 && this.#outer === undefined)
      this.#sink.unread({
        at,
        message: `version ${raw} of the log is newer than 2: its messages are read by their shape`,
      });
  }

  #flush(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#waitingLength = 0;
    thoughtsFirst(waiting);
    for (let i = 0; i < waiting.length; ) {
      const one = waiting[i];
      if (one === undefined) break;
      const list = moveListOf(one);
      let end = i + 1;
      if (list !== undefined) while (end < waiting.length && moveListOf(waiting[end]) === list) end++;
      this.#emit(one, list === undefined ? undefined : waiting.slice(i, end));
      i = end;
    }
  }

  /** @param list the elements of the list of moves that it begins */
  #emit({ frame, root, key, raw, at, chosen }: Waiting, list: readonly Waiting[] | undefined): void {
    let role: Role | undefined;
    let holder: Frame | undefined;
    let conversation: string | undefined;
    for (let f = frame; f !== undefined; f = f.parent) {
      if (role === undefined && f.role !== undefined) role = f.role;
      if (f.role !== undefined) holder = f;
      conversation ??= f.conversation;
    }
    // moves in a list are of the record that holds it
    const record = frame?.isArray === true && !LISTS.has(frame.name) ? frame.parent : undefined;
    holder ??= record?.isArray === false ? record : frame;
    if (holder !== undefined && holder.message === 0) holder.message = ++this.#messages;
    // a row that names no roles has them by its fields, and then each is a message
    const byKey = role === undefined && this.#outer === undefined ? KEY_ROLES.get(key) : undefined;
    const ownMessage = byKey === undefined ? undefined : ++this.#messages;
    const { text, map } =
      list === undefined ? decodeString(raw, at, this.#outer?.map) : joinTexts(list, this.#outer?.map);
    const outer = this.#outer?.part;
    const part: Part = {
      // the type of a call is that of its tool
      role: key === 'arguments' && role === 'tool' ? 'call' : (role ?? byKey ?? outer?.role ?? 'unknown'),
      key,
      holder: frame?.name ?? '',
      text,
      map,
      conversation:
        outer?.conversation ??
        conversation ??
        (byKey === undefined ? undefined : root.list) ??
        (root.isPart || root.session !== '' || (role !== undefined && !root.isRow)
          ? `session ${root.session}`
          : `row ${root.number}`),
      message: ownMessage ?? outer?.message ?? holder?.message ?? ++this.#messages,
      ...(list !== undefined && { isList: true as const }),
      ...(chosen !== undefined && { chosen }),
    };
    const nesting = this.#outer?.nesting ?? 0;
    if (nesting < MAX_NESTING && /^\s*(?:\{\s*"|\[\s*[{"])/.test(text)) {
      const inner = new JsonReader(this.#sink, { map, part, nesting: nesting + 1 });
      inner.push(text);
      inner.end();
    } else this.#sink.part(part);
  }
}
