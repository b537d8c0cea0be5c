import { LruMap } from '../base/lru.ts';
import type { Position } from '../base/text/line-index.ts';
import { CODES } from '../notation/diagnostics/codes.ts';
import { Conversation } from './conversation.ts';
import type { AuditFinding } from './finding.ts';
import { FieldTrust } from './game/field-trust.ts';
import { Places } from './places.ts';
import { JsonReader } from './source/json-reader.ts';
import type { Part, PartReader, PartSink, Unread } from './source/part.ts';
import { TextReader } from './source/text-reader.ts';
import { StateWords } from './state-words.ts';

/** A finding with its place as lines and columns, from 0. */
export interface PlacedFinding extends AuditFinding {
  readonly start: Position;
  readonly end: Position;
}

/** How a transcript is written. `text`: Markdown and plain text. */
export type TranscriptForm = 'json' | 'text';

/** Conversations that go on at the same time in one file; the oldest is forgotten first. */
const MAX_CONVERSATIONS = 64;
/** Characters that decide the form. */
const HEAD = 64;

/** The form of a transcript by its first characters. Tags of PGN and times in logs begin with a bracket as well. */
export function transcriptForm(start: string): TranscriptForm {
  return /^[\s\uFEFF]*(?:\{\s*(?:["}]|$)|\[\s*(?:[{[\]"]|-?\d[\d.eE+-]{0,30}\s*(?:[,\]]\s*[^\sA-Za-z]|[,\]]?\s*$)|$))/.test(
    start,
  )
    ? 'json'
    : 'text';
}

/**
 * Audits a transcript that arrives in pieces: finds the chess states, moves and claims in it, ties each to the game of its conversation,
 * and reports what contradicts it. It holds a message or two, never the whole text.
 */
export class TranscriptAudit implements PartSink {
  readonly #conversations = new LruMap<string, Conversation>(MAX_CONVERSATIONS);
  readonly #words = new StateWords();
  readonly #trust = new FieldTrust();
  readonly #places = new Places();
  #reader: PartReader | undefined;
  #head = '';
  #found: PlacedFinding[] = [];

  /** @param form default: by the first characters */
  constructor(form?: TranscriptForm) {
    if (form !== undefined) this.#reader = this.#open(form);
  }

  /** Reads on; returns the findings of the messages that are complete. */
  push(piece: string): PlacedFinding[] {
    this.#places.push(piece);
    if (this.#reader === undefined) {
      this.#head += piece;
      if (this.#head.trimStart().length < HEAD) return [];
      this.#start();
    } else this.#reader.push(piece);
    return this.#take();
  }

  /** Ends the text; returns the remaining findings. */
  end(): PlacedFinding[] {
    if (this.#reader === undefined) this.#start();
    this.#reader?.end();
    return this.#take();
  }

  /** Receives a text from the reader. */
  part(part: Part): void {
    let conversation = this.#conversations.get(part.conversation);
    if (conversation === undefined) {
      conversation = new Conversation((finding) => this.#add(finding), this.#words, this.#trust);
      this.#conversations.set(part.conversation, conversation);
    }
    conversation.read(part);
  }

  /** Receives what the reader could not read. */
  unread({ at, message }: Unread): void {
    const range = { start: at, end: at };
    this.#add({ code: 'AUDIT_UNREAD', severity: CODES.AUDIT_UNREAD.severity, range, message, ply: null });
  }

  #open(form: TranscriptForm): PartReader {
    return form === 'json' ? new JsonReader(this) : new TextReader(this);
  }

  #start(): void {
    this.#reader = this.#open(transcriptForm(this.#head));
    const head = this.#head;
    this.#head = '';
    this.#reader.push(head);
  }

  #add(finding: AuditFinding): void {
    const { start, end } = finding.range;
    this.#found.push({ ...finding, start: this.#places.at(start), end: this.#places.at(end) });
  }

  #take(): PlacedFinding[] {
    const found = this.#found.sort((a, b) => a.range.start - b.range.start || a.range.end - b.range.end);
    this.#found = [];
    this.#places.forget(this.#reader?.settled ?? 0);
    return found;
  }
}

/** Audits a whole text. */
export function auditText(text: string, form?: TranscriptForm): PlacedFinding[] {
  const audit = new TranscriptAudit(form);
  return [...audit.push(text), ...audit.end()];
}
