import type { RunSample } from '../../core/evaluation/runs/run-schema.ts';
import type { ImportedPart } from '../../models/importers/logs/import-log.ts';
import { EXIT } from '../command.ts';
import { plural, type Terminal } from '../io/terminal.ts';

/** Problems and findings that are shown one by one. */
const MAX_SHOWN = 20;

/** Counts what an import finds, and says it: what is left out with its place. */
export class ImportTally {
  readonly #terminal: Terminal;
  samples = 0;
  problems = 0;
  #findings = 0;
  #withMoves = 0;
  #withoutAnswer = 0;
  #withoutState = 0;
  #failed = 0;
  readonly #models = new Map<string, number>();
  readonly #positions = new Set<number>();

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  /** Takes the parts of a log. */
  of(log: string): (part: ImportedPart) => void {
    return (part) => {
      if (part.type === 'sample') this.#count(part.sample);
      else if (part.type === 'problem') {
        if (this.problems++ < MAX_SHOWN) this.#terminal.note(`${log}: ${part.place}: ${part.message}; skipped`);
      } else if (part.type === 'finding') {
        if (this.#findings++ < MAX_SHOWN) this.#terminal.note(`${log}: ${part.place}: ${part.message}`);
      } else if (part.type === 'note') this.#terminal.note(`${log}: ${part.message}`);
    };
  }

  /** Says what was not shown. */
  end(): void {
    const hidden = (count: number, noun: string): void => {
      if (count > MAX_SHOWN) this.#terminal.note(`and ${plural(count - MAX_SHOWN, noun)} more`);
    };
    hidden(this.problems, 'problem');
    hidden(this.#findings, 'finding');
    if (this.#withoutAnswer > 0 && this.#withoutAnswer + this.#failed === this.samples)
      this.#terminal.note('no answer was found in any sample; --map answer=PATH names its field');
    else if (this.samples > 0 && this.#withoutState + this.#withoutAnswer + this.#failed === this.samples)
      this.#terminal.note('no answer states a position: there is nothing to compare with the true states');
  }

  #count({ model, game, moves, raw, extraction, error }: RunSample): void {
    this.samples++;
    this.#models.set(model, (this.#models.get(model) ?? 0) + 1);
    this.#positions.add(game);
    if (moves !== undefined) this.#withMoves++;
    if (error !== undefined) this.#failed++;
    else if (raw === null) this.#withoutAnswer++;
    else if (extraction === null) this.#withoutState++;
  }

  /** What an import would give, a fact a line. */
  summary(title: string): string {
    const facts: readonly (readonly [string, string])[] = [
      ['format', title],
      ['samples', String(this.samples)],
      ['positions', String(this.#positions.size)],
      ['with moves', String(this.#withMoves)],
      ['without an answer', String(this.#withoutAnswer)],
      ['without a state', String(this.#withoutState)],
      ['failed', String(this.#failed)],
      ['illegal moves', String(this.#findings)],
      ['skipped', String(this.problems)],
      ...[...this.#models].map(([model, count]) => ['model', `${model} (${count})`] as const),
    ];
    return facts.map(([name, value]) => `${name.padEnd(18)}${value}\n`).join('');
  }

  /** The exit status: nothing read is an error, and so is less than half of a log. */
  status(isStrict: boolean): number {
    if (this.samples === 0) return EXIT.usage;
    if (isStrict && this.problems > 0) return EXIT.incomplete;
    return this.samples < this.problems ? EXIT.findings : EXIT.ok;
  }

  /** One line for the end of an import. */
  counts(): string {
    if (this.samples === 0)
      return `nothing was read: ${this.problems === 0 ? 'the log has no records' : `${plural(this.problems, 'record')} skipped`}`;
    const counts = [`${plural(this.samples, 'sample')} imported`, `${this.#withoutState} without a state`];
    if (this.#withoutAnswer > 0) counts.push(`${this.#withoutAnswer} without an answer`);
    if (this.#failed > 0) counts.push(`${this.#failed} failed`);
    if (this.#findings > 0) counts.push(plural(this.#findings, 'illegal move'));
    if (this.problems > 0) counts.push(`${this.problems} skipped`);
    if (this.samples < this.problems) counts.push('less than half of the log was read');
    return counts.join(', ');
  }
}
