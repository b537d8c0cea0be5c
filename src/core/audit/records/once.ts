import type { AuditCode } from '../finding.ts';
import type { Findings } from '../findings.ts';

/** Passes findings on, the same one of a record once: logs give an answer as it was written and as it was read. */
export class OncePerRecord implements Findings {
  readonly #out: Findings;
  readonly #told = new Set<string>();

  constructor(out: Findings) {
    this.#out = out;
  }

  /** A record or a message begins. */
  begin(): void {
    this.#told.clear();
  }

  readonly add: Findings['add'] = (code: AuditCode, part, range, message, about) => {
    const kind = /STATE/.test(code) ? 'state' : code;
    const said = `${kind} ${part.text.slice(range.start, range.end).trim()}`;
    if (this.#told.has(said)) return;
    this.#told.add(said);
    this.#out.add(code, part, range, message, about);
  };

  readonly unplaced: Findings['unplaced'] = (part, range, moves, why) => this.#out.unplaced(part, range, moves, why);
}
