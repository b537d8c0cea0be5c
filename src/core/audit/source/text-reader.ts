import type { Part, PartReader, Role } from './part.ts';
import { roleNamed } from './part.ts';
import { TextMap } from './text-map.ts';

/** Characters after which a text is cut at the next blank line, and at the latest at the next line. */
const WANTED = 1 << 16;
const MAX = 1 << 20;

/** A line that names who speaks: `## User`, `**Assistant:**`, `Human: …`. */
const SPEAKER =
  /^[ \t]{0,3}(?:#{1,6}[ \t]+|\*{1,2}|>[ \t]?|\[)?(User|Human|You|Me|Assistant|ChatGPT|Claude|GPT-?\w{0,6}|AI|Bot|Model|System|Tool|Environment)(?:\]|\*{1,2})?[ \t]?(?::(?:\*{1,2})?|(?=\*{0,2}[ \t]*(?:\r?\n|$)))/i;
const HEADING = /^[ \t]{0,3}(?:#{1,6}[ \t]|(?:-{3,}|\*{3,}|={3,})[ \t]*(?:\r?\n|$))/;

/** Receives the texts of a document, in its order. */
export interface TextSink {
  part(part: Part, message: number): void;
  end(): void;
}

/** Reads Markdown and plain text: paragraphs, with the speaker that chat exports name. */
export class TextReader implements PartReader {
  readonly #sink: TextSink;
  #kept = '';
  #offset = 0;
  #role: Role = 'unknown';
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
        // the name is no part of what is said
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

function speakerRole(name: string): Role {
  const word = name.toLowerCase();
  if (word === 'you' || word === 'me') return 'user';
  return roleNamed(word) ?? 'assistant';
}
