/** Speaker of a text. `call`: the arguments of a tool that a model calls. */
export type SpeakerRole = 'user' | 'assistant' | 'tool' | 'call' | 'unknown';

/** A text of a transcript: a message, a part of one, or a field of a record. */
export interface TranscriptPart {
  readonly role: SpeakerRole;
  /** Name of the field that holds it, after those of the objects around it in its record: `after.fen`; '' for prose. */
  readonly key: string;
  readonly text: string;
  readonly map: TextMap;
}

/** A text that could not be read. */
export interface UnreadText {
  /** Offset in the document. */
  readonly at: number;
  readonly message: string;
}

/** Reads a document that arrives in pieces. */
export interface PartReader {
  push(piece: string): void;
  end(): void;
  /** Offset up to which nothing more will be reported. */
  readonly settled: number;
}

const ROLES: Readonly<Record<string, SpeakerRole>> = {
  user: 'user',
  human: 'user',
  system: 'user',
  developer: 'user',
  assistant: 'assistant',
  ai: 'assistant',
  gpt: 'assistant',
  bot: 'assistant',
  chatgpt: 'assistant',
  claude: 'assistant',
  model: 'assistant',
  reasoning: 'assistant',
  tool: 'tool',
  function: 'tool',
  environment: 'tool',
  observation: 'tool',
  tool_result: 'tool',
  function_call_output: 'tool',
  tool_use: 'call',
  function_call: 'call',
  'gen_ai.user.message': 'user',
  'gen_ai.system.message': 'user',
  'gen_ai.assistant.message': 'assistant',
  'gen_ai.choice': 'assistant',
  'gen_ai.tool.message': 'tool',
};

/** Returns the role that a name stands for; undefined for other words. */
export const parseSpeakerRole = (name: string): SpeakerRole | undefined => {
  const key = name.toLowerCase();
  return Object.hasOwn(ROLES, key) ? ROLES[key] : undefined;
};

/** Maps offsets of a decoded text back to the document that it comes from. */
export class TextMap {
  readonly #base: number;
  readonly #decoded: readonly number[];
  readonly #source: readonly number[];
  readonly #outer: TextMap | undefined;

  /**
   * @param base offset of the first character, in the document or in the decoded text of `outer`
   * @param decoded offsets of the decoded text at which escapes begin or end, ascending
   * @param source the offset of the written text for each of them, from `base`
   */
  constructor(base: number, decoded: readonly number[] = [], source: readonly number[] = [], outer?: TextMap) {
    this.#base = base;
    this.#decoded = decoded;
    this.#source = source;
    this.#outer = outer;
  }

  /** Returns the offset in the document of an offset of the decoded text; the text's length gives its end. */
  toSource(offset: number): number {
    let low = 0;
    let high = this.#decoded.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#decoded[middle] ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    const at = low === 0 ? offset : (this.#source[low - 1] ?? 0) + offset - (this.#decoded[low - 1] ?? 0);
    return this.#outer === undefined ? this.#base + at : this.#outer.toSource(this.#base + at);
  }
}

/** A decoded text with its map. */
export interface MappedText {
  readonly text: string;
  readonly map: TextMap;
}

const SHORT: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };

/**
 * Decodes the value of a JSON string: the text between its quotation marks without its escapes. Text that is no escape
 * of JSON stays as it is written, so that nothing is lost.
 *
 * @param base offset of the first character after the quotation mark
 */
export function decodeString(raw: string, base: number, outer?: TextMap): MappedText {
  let at = raw.indexOf('\\');
  if (at < 0) return { text: raw, map: new TextMap(base, [], [], outer) };
  const parts: string[] = [];
  const decoded: number[] = [];
  const source: number[] = [];
  let length = 0;
  let from = 0;
  while (at >= 0) {
    parts.push(raw.slice(from, at));
    length += at - from;
    const letter = raw.charAt(at + 1);
    const code = letter === 'u' ? /^[\da-fA-F]{4}/.exec(raw.slice(at + 2, at + 6))?.[0] : undefined;
    const value = code === undefined ? (SHORT[letter] ?? letter) : String.fromCharCode(Number.parseInt(code, 16));
    const next = at + (code === undefined ? 2 : 6);
    decoded.push(length, length + value.length);
    source.push(at, next);
    parts.push(value);
    length += value.length;
    from = Math.min(next, raw.length);
    at = raw.indexOf('\\', from);
  }
  parts.push(raw.slice(from));
  return { text: parts.join(''), map: new TextMap(base, decoded, source, outer) };
}

/** Joins texts to one, with a sign between them. */
export function joinParts(parts: readonly MappedText[], sign: string): MappedText {
  const starts: number[] = [];
  let length = 0;
  for (const { text } of parts) {
    starts.push(length);
    length += text.length + sign.length;
  }
  return { text: parts.map(({ text }) => text).join(sign), map: new JoinedMap(parts, starts) };
}

/** Maps offsets of joined texts to the document. */
class JoinedMap extends TextMap {
  readonly #parts: readonly MappedText[];
  readonly #starts: readonly number[];

  constructor(parts: readonly MappedText[], starts: readonly number[]) {
    super(0);
    this.#parts = parts;
    this.#starts = starts;
  }

  override toSource(offset: number): number {
    let at = this.#starts.length - 1;
    while (at > 0 && (this.#starts[at] ?? 0) > offset) at--;
    const part = this.#parts[at];
    return part === undefined ? 0 : part.map.toSource(Math.min(offset - (this.#starts[at] ?? 0), part.text.length));
  }
}

/** Characters after which a text is cut at the next empty line, and at the latest at the next line. */
const WANTED = 1 << 16;
const MAX = 1 << 20;

/** A line that names the speaker: `## User`, `**Assistant:**`, `Human: …`. */
const SPEAKER =
  /^[ \t]{0,3}(?:#{1,6}[ \t]+|\*{1,2}|>[ \t]?|\[)?(User|Human|You|Me|Assistant|ChatGPT|Claude|GPT-?\w{0,6}|AI|Bot|Model|System|Tool|Environment)(?:\]|\*{1,2})?[ \t]?(?::(?:\*{1,2})?|(?=\*{0,2}[ \t]*(?:\r?\n|$)))/i;
const HEADING = /^[ \t]{0,3}(?:#{1,6}[ \t]|(?:-{3,}|\*{3,}|={3,})[ \t]*(?:\r?\n|$))/;

/** Receiver of the texts of a document, in its order. */
export interface TextSink {
  part(part: TranscriptPart, message: number): void;
  end(): void;
}

/** Reads Markdown and plain text: paragraphs, with the speaker that chat exports name. */
export class TextReader implements PartReader {
  readonly #sink: TextSink;
  #kept = '';
  #offset = 0;
  #role: SpeakerRole = 'unknown';
  #message = 0;

  constructor(sink: TextSink) {
    this.#sink = sink;
  }

  get settled(): number {
    return this.#offset;
  }

  push(piece: string): void {
    this.#kept += piece;
    while (this.#kept.length >= WANTED) {
      const blank = Math.max(this.#kept.lastIndexOf('\n\n'), this.#kept.lastIndexOf('\n\r\n'));
      if (blank <= 0 && this.#kept.length < MAX) return;
      const at = blank > 0 ? blank + 1 : this.#kept.lastIndexOf('\n') + 1 || this.#kept.length;
      this.#read(this.#kept.slice(0, at));
      this.#kept = this.#kept.slice(at);
      if (this.#kept.length < MAX) return;
    }
  }

  end(): void {
    this.#read(this.#kept);
    this.#kept = '';
    this.#sink.end();
  }

  /** Cuts a text where the speaker or the section changes. */
  #read(text: string): void {
    let from = 0;
    for (let line = 0; line < text.length; ) {
      const end = text.indexOf('\n', line);
      const next = end < 0 ? text.length : end + 1;
      const head = text.slice(line, Math.min(next, line + 80));
      const speaker = SPEAKER.exec(head);
      const role = speaker === null ? undefined : speakerRole(speaker[1] ?? '');
      if (role !== undefined || HEADING.test(head)) {
        this.#emit(text, from, line);
        // the name is not part of the text
        from = line + (role === undefined ? 0 : (speaker?.[0].length ?? 0));
        this.#role = role ?? this.#role;
        this.#message++;
      }
      line = next;
    }
    this.#emit(text, from, text.length);
    this.#offset += text.length;
  }

  #emit(text: string, start: number, end: number): void {
    if (start === end) return;
    const map = new TextMap(this.#offset + start);
    this.#sink.part({ role: this.#role, key: '', text: text.slice(start, end), map }, this.#message);
  }
}

function speakerRole(name: string): SpeakerRole {
  const word = name.toLowerCase();
  if (word === 'you' || word === 'me') return 'user';
  return parseSpeakerRole(word) ?? 'assistant';
}
