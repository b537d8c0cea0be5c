import type { TextPosition } from '../base/text/lines.ts';
import type { Range } from '../base/text/range.ts';
import { CODES } from '../notation/diagnostic-codes.ts';
import { ConversationReader } from './conversation-reader.ts';
import { type AuditFinding, type Findings, StateWords } from './findings.ts';
import { JsonReader } from './json-reader.ts';
import { RecordReader } from './records/read-records.ts';
import { Thread } from './thread.ts';
import { type PartReader, TextReader, type TranscriptPart, type UnreadText } from './transcript-text.ts';

/** A finding with its position as lines and columns, from 0. */
export interface LocatedFinding extends AuditFinding {
  readonly start: TextPosition;
  readonly end: TextPosition;
}

/**
 * Moves that could not be placed in any game: nothing that follows them was judged until the position was shown again.
 */
export interface UnplacedMoves {
  readonly start: TextPosition;
  readonly moves: number;
  readonly why: string;
}

/** Format of a transcript. `text`: Markdown and plain text. */
export type TranscriptForm = 'json' | 'text';

/** Characters that decide the form. */
const HEAD = 64;
/** Maximum number of notes on moves that were not placed; further ones are only counted. */
const MAX_NOTES = 10_000;

/**
 * Returns the form of a transcript by its first characters. Tags of PGN and times in logs also begin with a bracket.
 */
export function transcriptForm(start: string): TranscriptForm {
  return /^[\s\uFEFF]*(?:\{\s*(?:["}]|$)|\[\s*(?:[{[\]"]|-?\d[\d.eE+-]{0,30}\s*(?:[,\]]\s*[^\sA-Za-z]|[,\]]?\s*$)|$))/.test(
    start,
  )
    ? 'json'
    : 'text';
}

/**
 * Audits a transcript that arrives in pieces: finds the chess states and moves in it, ties each to the positions that
 * its record or its conversation shows, and reports contradictions. It holds a record or two, never the whole text.
 */
export class TranscriptAudit {
  readonly #words = new StateWords();
  readonly #places = new LineStarts();
  readonly #out: Findings;
  #reader: PartReader | undefined;
  #head = '';
  #found: LocatedFinding[] = [];
  #unplaced: UnplacedMoves[] = [];
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

  /** Number of moves that were not placed so far. */
  get unplacedMoves(): number {
    return this.#moves;
  }

  /** Takes the notes on moves that were not placed since the last call. */
  takeUnplaced(): UnplacedMoves[] {
    const taken = this.#unplaced;
    this.#unplaced = [];
    return taken;
  }

  /** Reads a further piece; returns the findings of the records and messages that are complete. */
  push(piece: string): LocatedFinding[] {
    this.#places.push(piece);
    if (this.#reader === undefined) {
      this.#head += piece;
      if (this.#head.trimStart().length < HEAD) return [];
      this.#start();
    } else this.#reader.push(piece);
    return this.#take();
  }

  /** Ends the text; returns the remaining findings. */
  end(): LocatedFinding[] {
    if (this.#reader === undefined) this.#start();
    this.#reader?.end();
    return this.#take();
  }

  #open(form: TranscriptForm): PartReader {
    if (form === 'json') {
      const records = new RecordReader(this.#out, this.#words);
      return new JsonReader({
        record: (node, conversation) => records.read(node, conversation),
        unread: (problem) => this.#unread(problem),
      });
    }
    const talk = new ConversationReader(new Thread(), this.#out, this.#words);
    return new TextReader({
      part: (part: TranscriptPart, message: number) => talk.read(part, message),
      end: () => talk.endMessage(),
    });
  }

  #unread({ at, message }: UnreadText): void {
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

  #take(): LocatedFinding[] {
    const found = this.#found.sort((a, b) => a.range.start - b.range.start || a.range.end - b.range.end);
    this.#found = [];
    this.#places.forget(this.#reader?.settled ?? 0);
    return found;
  }
}

const sourceRange = (map: TranscriptPart['map'], { start, end }: Range): Range => ({
  start: map.toSource(start),
  end: map.toSource(end),
});

/** Audits a whole text. */
export function auditText(text: string, form?: TranscriptForm): LocatedFinding[] {
  const audit = new TranscriptAudit(form);
  return [...audit.push(text), ...audit.end()];
}

const LF = 10;
const CR = 13;

/** Lines and columns of a text that arrives in pieces. It keeps the line starts that are still needed. */
class LineStarts {
  #starts: number[] = [0];
  /** Number of the line that `#starts` begins with. */
  #first = 0;
  #length = 0;
  #endsInCr = false;

  push(piece: string): void {
    const base = this.#length;
    if (this.#endsInCr && piece.charCodeAt(0) !== LF && piece !== '') this.#starts.push(base);
    if (piece.includes('\r')) {
      for (let i = 0; i < piece.length; i++) {
        const c = piece.charCodeAt(i);
        if (c === LF || (c === CR && i + 1 < piece.length && piece.charCodeAt(i + 1) !== LF))
          this.#starts.push(base + i + 1);
      }
    } else {
      for (let at = piece.indexOf('\n'); at >= 0; at = piece.indexOf('\n', at + 1)) this.#starts.push(base + at + 1);
    }
    if (piece !== '') this.#endsInCr = piece.charCodeAt(piece.length - 1) === CR;
    this.#length += piece.length;
  }

  /** Returns the position of an offset that is not forgotten. */
  at(offset: number): TextPosition {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: this.#first + low, character: offset - (this.#starts[low] ?? 0) };
  }

  /** Forgets the lines that end before an offset. */
  forget(offset: number): void {
    let low = 0;
    while (low + 1 < this.#starts.length && (this.#starts[low + 1] ?? 0) <= offset) low++;
    // rarely, so that each line is moved a few times at most
    if (low < 1000 || low * 2 < this.#starts.length) return;
    this.#starts = this.#starts.slice(low);
    this.#first += low;
  }
}
