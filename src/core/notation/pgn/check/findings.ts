import type { Range } from '../../../base/text/range.ts';
import { type Diagnostic, type DiagnosticExtra, diagnostic } from '../../diagnostic.ts';
import type { Code, Severity } from '../../diagnostic-codes.ts';

/** The problem of a value, and the correct value if it is unambiguous. */
export interface TagValueFault {
  readonly reason: string;
  readonly repaired?: string;
  /** Set if it differs from the severity of the code. */
  readonly severity?: Severity;
}

/** Maximum number of diagnostics per code and game, besides one that counts the others. */
export const MAX_PER_CODE = 1000;

/** The diagnostics of a code beyond the limit. */
interface Others {
  readonly range: Range;
  readonly severity: Severity | undefined;
  count: number;
}

/** Diagnostics of one game, each with the index of the game. Call `close` after all are added. */
export class GameFindings {
  readonly list: Diagnostic[] = [];
  readonly #game: number | undefined;
  // created on demand: most games have no diagnostics
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

  /**
   * Records that a change elsewhere in the game may change its reading: no fix is safe except those of unclosed values.
   */
  doubt(): void {
    this.#isDoubtful = true;
  }

  /** Adds the counts of the omitted diagnostics. */
  close(): void {
    if (this.#isDoubtful) {
      for (const [i, finding] of this.list.entries()) {
        if (finding.code === 'PGN_UNCLOSED_STRING' || finding.fixes === undefined) continue;
        this.list[i] = { ...finding, fixes: finding.fixes.map((fix) => ({ ...fix, safe: false })) };
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

/** Formats text for a message: quoted, on one line, truncated. */
export function quoted(text: string): string {
  const line = text.length > 30 ? `${text.slice(0, 30)}…` : text;
  return JSON.stringify(line.replace(/\s+/g, ' '));
}
