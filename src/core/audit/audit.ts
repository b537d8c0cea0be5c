import type { Position } from '../base/text/line-index.ts';
import type { Range } from '../base/text/range.ts';
import { CODES } from '../notation/diagnostics/codes.ts';
import type { AuditFinding } from './finding.ts';
import type { Findings } from './findings.ts';
import { Places } from './places.ts';
import { Records } from './records/walk.ts';
import { JsonReader } from './source/json-reader.ts';
import type { Part, PartReader, Unread } from './source/part.ts';
import { TextReader } from './source/text-reader.ts';
import { StateWords } from './state-words.ts';
import { Talk } from './talk.ts';
import { Thread } from './thread.ts';

/** A finding with its place as lines and columns, from 0. */
export interface PlacedFinding extends AuditFinding {
  readonly start: Position;
  readonly end: Position;
}

/** Moves that were not placed in any game: nothing that follows them was judged until the position was shown again. */
export interface Unplaced {
  readonly start: Position;
  readonly moves: number;
  readonly why: string;
}

/** How a transcript is written. `text`: Markdown and plain text. */
export type TranscriptForm = 'json' | 'text';

/** Characters that decide the form. */
const HEAD = 64;
/** More notes on moves that were not placed are only counted. */
const MAX_NOTES = 10_000;

/** The form of a transcript by its first characters. Tags of PGN and times in logs begin with a bracket as well. */
export function transcriptForm(start: string): TranscriptForm {
  return /^[\s\uFEFF]*(?:\{\s*(?:["}]|$)|\[\s*(?:[{[\]"]|-?\d[\d.eE+-]{0,30}\s*(?:[,\]]\s*[^\sA-Za-z]|[,\]]?\s*$)|$))/.test(
    start,
  )
    ? 'json'
    : 'text';
}

/**
 * Audits a transcript that arrives in pieces: finds the chess states and moves in it, ties each to the positions that its record or its
 * conversation shows, and reports what contradicts them. It holds a record or two, never the whole text.
 */
export class TranscriptAudit {
  readonly #words = new StateWords();
  readonly #places = new Places();
  readonly #out: Findings;
  #reader: PartReader | undefined;
  #head = '';
  #found: PlacedFinding[] = [];
  #unplaced: Unplaced[] = [];
  #moves = 0;

  /** @param form default: by the first characters */
  constructor(form?: TranscriptForm) {
    this.#out = {
      add: (code, { map }, range, message, about) => {
        const { node, states } = about ?? {};
        this.#add({
          code,
          severity: CODES[code].severity,
          range: sourceRange(map, range),
          message,
          ply: about === undefined ? null : (about.ply ?? about.node.ply),
          ...(states !== undefined && { states }),
          ...(node !== undefined && { history: () => node.history() }),
        });
      },
      unplaced: ({ map }, { start }, moves, why) => {
        this.#moves += moves;
        if (this.#unplaced.length < MAX_NOTES)
          this.#unplaced.push({ start: this.#places.at(map.toSource(start)), moves, why });
      },
    };
    if (form !== undefined) this.#reader = this.#open(form);
  }

  /** Moves that were not placed so far. */
  get unplacedMoves(): number {
    return this.#moves;
  }

  /** Takes the notes on moves that were not placed since the last time. */
  takeUnplaced(): Unplaced[] {
    const taken = this.#unplaced;
    this.#unplaced = [];
    return taken;
  }

  /** Reads on; returns the findings of the records and messages that are complete. */
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

  #open(form: TranscriptForm): PartReader {
    if (form === 'json') {
      const records = new Records(this.#out, this.#words);
      return new JsonReader({
        record: (node, conversation) => records.read(node, conversation),
        unread: (problem) => this.#unread(problem),
      });
    }
    const talk = new Talk(new Thread(), this.#out, this.#words);
    return new TextReader({
      part: (part: Part, message: number) => talk.read(part, message),
      end: () => talk.endMessage(),
    });
  }

  #unread({ at, message }: Unread): void {
    const range = { start: at, end: at };
    this.#add({ code: 'AUDIT_UNREAD', severity: CODES.AUDIT_UNREAD.severity, range, message, ply: null });
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

const sourceRange = (map: Part['map'], { start, end }: Range): Range => ({
  start: map.toSource(start),
  end: map.toSource(end),
});

/** Audits a whole text. */
export function auditText(text: string, form?: TranscriptForm): PlacedFinding[] {
  const audit = new TranscriptAudit(form);
  return [...audit.push(text), ...audit.end()];
}
