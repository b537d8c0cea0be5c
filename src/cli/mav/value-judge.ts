import { type JudgedLine, judgedLine } from '../../core/mav/stats/independent.ts';
import { added, emptyTally, type MavTally, type PartOf } from '../../core/mav/stats/tally.ts';
import { judgeValues, valuedSections } from '../../core/mav/stats/values.ts';
import type { MavDialect } from '../../core/mav/syntax.ts';
import type { ValueSource } from '../../core/mav/value-source.ts';
import { type Progress, plural, type Terminal } from '../io/terminal.ts';

/** Compared values of an example or a trace. */
interface JudgedValues {
  readonly game: string;
  readonly line: JudgedLine;
  readonly tally: PartOf<MavTally>;
}

/** Compares the values of MAV texts with those of a source. */
export class ValueJudge {
  readonly #terminal: Terminal;
  readonly #source: ValueSource;
  readonly #dialect: MavDialect;
  readonly #signal: AbortSignal;
  readonly #progress: Progress;
  #positions = 0;
  #unvalued = 0;
  #reason: string | undefined;

  constructor(terminal: Terminal, source: ValueSource, dialect: MavDialect, signal: AbortSignal) {
    this.#terminal = terminal;
    this.#source = source;
    this.#dialect = dialect;
    this.#signal = signal;
    this.#progress = terminal.progress('valuing', undefined, ' positions');
  }

  /** Compares the values of a text that starts and ends where examples or traces do. */
  async judge(text: string): Promise<readonly JudgedValues[]> {
    const sections = [...valuedSections(text, this.#dialect)];
    this.#positions += sections.reduce((sum, { lists }) => sum + lists.length, 0);
    this.#progress.expect(this.#positions);
    return Promise.all(
      sections.map(async ({ game, keyed, source, lists }) => {
        let tally = emptyTally();
        for (const part of await Promise.all(lists.map((list) => this.#judgeList(list)))) tally = added(tally, part);
        return { game, tally: { values: tally.values }, line: judgedLine(keyed, source, tally) };
      }),
    );
  }

  async #judgeList(list: Parameters<typeof judgeValues>[0]): Promise<PartOf<MavTally>> {
    const values = await this.#source.values(list.position, this.#signal);
    this.#progress.step();
    if (values.ok) return { values: judgeValues(list, values.value, this.#dialect) };
    this.#unvalued++;
    this.#reason ??= values.error.message;
    return {};
  }

  /** Says what could not be valued. */
  end(): void {
    this.#progress.end();
    if (this.#unvalued === 0 || this.#signal.aborted) return;
    this.#terminal.note(`${this.#unvalued} of ${plural(this.#positions, 'list')} could not be valued: ${this.#reason}`);
  }
}
