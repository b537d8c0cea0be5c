import type { Range } from '../../../base/text/range.ts';
import type { Code, Severity } from '../../diagnostics/codes.ts';
import { type Diagnostic, type DiagnosticExtra, diagnostic } from '../../diagnostics/diagnostic.ts';

/** What is wrong with a value, and the value that it should be where only one can be meant. */
export interface ValueFault {
  readonly reason: string;
  readonly repaired?: string;
  /** Where it is not that of the code. */
  readonly severity?: Severity;
}

/** A game has no more diagnostics of one code than this, and one that counts the others. */
export const MAX_PER_CODE = 1000;

/** Those of a code that are too many. */
interface Others {
  readonly range: Range;
  readonly severity: Severity | undefined;
  count: number;
}

/** Diagnostics of one game, each with the game's index. `close` once all are there. */
export class GameFindings {
  readonly list: Diagnostic[] = [];
  readonly #game: number | undefined;
  // made when they are needed: most games have no diagnostics
  #counts: Map<Code, number> | undefined;
  #others: Map<Code, Others> | undefined;
  #isDoubtful = false;

  constructor(game: number | undefined) {
    this.#game = game;
  }

  add(code: Code, range: Range, message: string, extra: DiagnosticExtra = {}): void {
    this.#counts ??= new Map();
    const count = (this.#counts.get(code) ?? 0) + 1;
    this.#counts.set(code, count);
    if (count > MAX_PER_CODE) {
      this.#others ??= new Map();
      const others = this.#others.get(code);
      if (others === undefined) this.#others.set(code, { range, severity: extra.severity, count: 1 });
      else others.count++;
      return;
    }
    this.#push(code, range, message, extra);
  }

  /** Says that a change elsewhere in the game may change how it is read: no fix is safe, but those of values without an end. */
  doubt(): void {
    this.#isDoubtful = true;
  }

  /** Counts those that were left out. */
  close(): void {
    if (this.#isDoubtful) {
      for (const [i, one] of this.list.entries()) {
        if (one.code === 'PGN_UNCLOSED_STRING' || one.fixes === undefined) continue;
        this.list[i] = { ...one, fixes: one.fixes.map((fix) => ({ ...fix, safe: false })) };
      }
    }
    for (const [code, { range, severity, count }] of this.#others ?? []) {
      const message = `${count} more of this kind in the rest of the game are not listed`;
      this.#push(code, range, message, severity === undefined ? {} : { severity });
    }
  }

  #push(code: Code, range: Range, message: string, extra: DiagnosticExtra): void {
    this.list.push(diagnostic(code, range, message, this.#game === undefined ? extra : { game: this.#game, ...extra }));
  }
}

/** A piece of text for a message: quoted, on one line, shortened. */
export function quoted(text: string): string {
  const line = text.length > 30 ? `${text.slice(0, 30)}…` : text;
  return JSON.stringify(line.replace(/\s+/g, ' '));
}
