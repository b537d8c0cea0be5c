import { type JsonEvents, JsonScanner } from '../base/text/json-scanner.ts';
import { isStateField, isVerdict } from './reading/field-names.ts';
import {
  decodeString,
  type PartReader,
  parseSpeakerRole,
  type SpeakerRole,
  type TextMap,
  type UnreadText,
} from './transcript-text.ts';

/** Receiver of the records of a document, in its order. */
export interface RecordSink {
  /** @param conversation records with the same name belong to one conversation */
  record(node: JsonNode, conversation: string): void;
  unread(problem: UnreadText): void;
}

/** Characters of a record that are held before its complete parts are read without the rest. */
const MAX_HELD = 1 << 22;
const NEWEST = 2;

/** Reads the records of a JSON or JSON Lines document: its values, or the elements of its list. */
export class JsonReader implements PartReader {
  readonly #sink: RecordSink;
  readonly #scanner: JsonScanner;
  readonly #builder: NodeBuilder;
  #records = 0;
  /** Offset of the first character of the current record. */
  #from = 0;

  constructor(sink: RecordSink) {
    this.#sink = sink;
    this.#builder = new NodeBuilder({
      whole: (node, isElement) => {
        this.#record(node, isElement);
        this.#records++;
        this.#from = this.#scanner.offset;
      },
      held: (length) => {
        if (length > MAX_HELD) this.#readEarly();
      },
      broken: (at, reason) => {
        if (at >= 0) sink.unread({ at, message: reason });
      },
      number: (key, raw, at, depth) => {
        if (key === 'version' && depth === 1 && Number(raw) > NEWEST)
          sink.unread({
            at,
            message: `version ${raw} of the log is newer than ${NEWEST}: its messages are read by their shape`,
          });
      },
    });
    this.#scanner = new JsonScanner(this.#builder);
  }

  get settled(): number {
    return this.#from;
  }

  push(piece: string): void {
    this.#scanner.push(piece);
  }

  end(): void {
    this.#scanner.end();
  }

  #readEarly(): void {
    const node = this.#builder.take();
    if (node !== undefined) this.#record(node, false);
  }

  #record(node: JsonNode, isElement: boolean): void {
    const isPart = isElement || node.role !== undefined || node.session !== '' || node.isPart;
    this.#sink.record(node, isPart ? `session ${node.session}` : `record ${this.#records}`);
  }
}

/** A text, number or truth value that may be about chess. */
export interface JsonLeaf {
  readonly kind: 'leaf';
  /** '' in a list. */
  readonly key: string;
  readonly text: string;
  readonly map: TextMap;
}

/** An object or a list that may hold something about chess. */
export interface JsonNode {
  readonly kind: 'node';
  /** The key that holds it; that of the list for an element. */
  readonly name: string;
  readonly isList: boolean;
  items: (JsonLeaf | JsonNode)[];
  /** Speaker of its texts. */
  role: SpeakerRole | undefined;
  session: string;
  /** True while more of it follows: its own texts are known, and read at its end. */
  isOpen: boolean;
  /** True if it holds a list of messages that was read. */
  hasMessages: boolean;
  /** True if it is one of the messages of a conversation, or of the moves of a game. */
  isPart: boolean;
}

/** Names of lists of messages. */
export const MESSAGE_LISTS: ReadonlySet<string> = new Set([
  'messages',
  'conversations',
  'conversation',
  'turns',
  'dialog',
  'dialogue',
  'mapping',
  'gen_ai.input.messages',
]);
/** Names of fields that repeat the messages of their record. */
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
/** Characters or words of which a text about chess has at least one. */
const CHESS =
  /[a-h][1-8]|[1-8pnbrqkPNBRQK]\\?\/[1-8pnbrqkPNBRQK]{1,8}\\?\/|[Cc]heck|O-O|to (?:move|play)|'s turn|s move|on move|[♔-♟⬜⬛▫＿]|\\u265|[.·*_-] [.·*_-] [.·*_-] |(?:[|│] ?[pnbrqkPNBRQK .·-] ?){4}|(?:[pnbrqkPNBRQK.] ){5}/;
/** Fields of names and times, which may look like squares. */
const NO_TEXT =
  /(?:^|[_.])(?:id|ids|uuid|name|model|timestamp|created|cwd|path|url|hash|signature|file|site|event|opening|eco)$|(?:Id|Uuid)$/;
const MAX_DEPTH = 200;
const MAX_NESTING = 3;
const MAX_VALUE = 8;

const newNode = (name: string, isList: boolean): JsonNode => ({
  kind: 'node',
  name,
  isList,
  items: [],
  role: undefined,
  session: '',
  isOpen: true,
  hasMessages: false,
  isPart: false,
});

/** Events of a builder. */
export interface NodeEvents {
  /** Called at the end of a value at the top of the text, or of an element of a list there. */
  whole(node: JsonNode, isElement: boolean): void;
  /** Called with the number of characters held. */
  held(length: number): void;
  broken(at: number, reason: string): void;
  number?(key: string, raw: string, at: number, depth: number): void;
}

/**
 * Builds trees of the values of a JSON text that may be about chess. Names of models, times and the like are left out.
 */
class NodeBuilder implements JsonEvents {
  readonly #events: NodeEvents;
  readonly #outer: { readonly map: TextMap; readonly nesting: number } | undefined;
  #path: JsonNode[] = [];
  #key = '';
  readonly #keys: string[] = [];
  /** Depth of the open values that are left out. */
  #skipped = 0;
  #held = 0;

  constructor(events: NodeEvents, outer?: { readonly map: TextMap; readonly nesting: number }) {
    this.#events = events;
    this.#outer = outer;
  }

  get #top(): JsonNode | undefined {
    return this.#path.at(-1);
  }

  open(isList: boolean): void {
    const parent = this.#top;
    const name = parent === undefined ? '' : parent.isList ? parent.name : this.#key;
    if (this.#skipped > 0 || this.#path.length >= MAX_DEPTH || (parent?.hasMessages === true && REPEATS.has(name))) {
      this.#skipped++;
      return;
    }
    if (MESSAGE_LISTS.has(name) && parent?.isList === false) parent.hasMessages = true;
    this.#keys.push(this.#key);
    this.#path.push(newNode(name, isList));
  }

  close(): void {
    if (this.#skipped > 0) {
      this.#skipped--;
      return;
    }
    const closed = this.#path.pop();
    this.#key = this.#keys.pop() ?? '';
    if (closed === undefined) return;
    closed.isOpen = false;
    const parent = this.#top;
    if (closed.name === 'author' && parent !== undefined) parent.role ??= closed.role;
    if (this.#path.length === 1 && parent?.isList === false) {
      if (parent.session === '') parent.session = closed.session;
      parent.isPart ||= closed.role !== undefined;
    }
    if (parent === undefined || (this.#path.length === 1 && parent.isList)) {
      this.#held = 0;
      if (parent !== undefined || !closed.isList || closed.items.length > 0)
        this.#events.whole(closed, parent !== undefined);
    } else if (closed.items.length > 0) parent.items.push(closed);
  }

  key(raw: string): void {
    this.#key = raw;
  }

  string(raw: string, at: number): void {
    const node = this.#top;
    if (this.#skipped > 0) return;
    const key = node === undefined || node.isList ? '' : this.#key;
    if (node !== undefined && !node.isList) this.#field(node, key, raw);
    const isShort = raw.length <= MAX_VALUE;
    if (NO_TEXT.test(key) || (!CHESS.test(raw) && !(isShort && isStateField(key)))) return;
    const { text, map } = decodeString(raw, at, this.#outer?.map);
    const nesting = this.#outer?.nesting ?? 0;
    if (nesting < MAX_NESTING && /^\s*(?:\{\s*"|\[\s*[{"])/.test(text)) this.#inner(text, map, nesting);
    else this.#leaf(key, text, map);
  }

  number(raw: string, at: number): void {
    const node = this.#top;
    if (node !== undefined && !node.isList && this.#key === 'ply') node.isPart = true;
    this.#events.number?.(this.#key, raw, at, this.#path.length);
    this.literal(raw, at);
  }

  literal(raw: string, at: number): void {
    const node = this.#top;
    if (node === undefined || node.isList || this.#skipped > 0 || raw.length > MAX_VALUE || raw === 'null') return;
    if (!isStateField(this.#key) && !isVerdict(this.#key)) return;
    const { text, map } = decodeString(raw, at, this.#outer?.map);
    this.#leaf(this.#key, text, map);
  }

  broken(at: number, reason: string): void {
    while (this.#skipped > 0 || this.#path.length > 0) this.close();
    this.#events.broken(at, reason);
  }

  /** Takes the complete parts of the open values, with the texts of those. */
  take(): JsonNode | undefined {
    const isList = this.#path[0]?.isList === true;
    let inner: JsonNode | undefined;
    for (const node of this.#path.slice(isList ? 1 : 0).reverse()) {
      const texts = node.items.filter(({ kind }) => kind === 'leaf');
      const copy = { ...node, items: inner === undefined ? [...node.items] : [...node.items, inner] };
      node.items = node.isList ? [] : texts;
      inner = copy;
    }
    this.#held = 0;
    return inner;
  }

  #leaf(key: string, text: string, map: TextMap): void {
    const leaf: JsonLeaf = { kind: 'leaf', key, text, map };
    this.#hold(text.length);
    const node = this.#top;
    if (node === undefined || (this.#path.length === 1 && node.isList && text.length > MAX_VALUE)) {
      const whole = newNode('', false);
      whole.items.push(leaf);
      this.#events.whole(whole, node !== undefined);
    } else node.items.push(leaf);
  }

  #inner(text: string, map: TextMap, nesting: number): void {
    const key = this.#top?.isList === true ? this.#top.name : this.#key;
    const events: NodeEvents = {
      whole: (node) => void this.#top?.items.push({ ...node, name: key }),
      held: () => undefined,
      broken: () => undefined,
    };
    const scanner = new JsonScanner(new NodeBuilder(events, { map, nesting: nesting + 1 }));
    this.#hold(text.length);
    scanner.push(text);
    scanner.end();
  }

  #hold(length: number): void {
    this.#held += length;
    this.#events.held(this.#held);
  }

  /** Notes a field that describes the message or record that holds it. */
  #field(node: JsonNode, key: string, raw: string): void {
    if (ROLE_KEYS.has(key)) {
      const role = parseSpeakerRole(raw);
      // the type of a record, such as a content block, is less specific than its role
      if (role !== undefined && (node.role === undefined || key === 'role')) node.role = role;
    }
    if (SESSIONS.has(key)) node.session = raw;
    if (OF_A_GAME.has(key)) node.isPart = true;
  }
}
