import type { AbortSignalLike } from '../../base/cancellation.ts';
import { plural } from '../../base/text/counts.ts';
import type { ValuedList } from '../check/engine-values.ts';
import type { MavDialect } from '../syntax.ts';
import type { ValueSource } from '../values.ts';
import { type JudgedLine, judgedLine } from './independent-games.ts';
import { judgeValues, valuedSections } from './judge-values.ts';
import { addTallies, emptyTally, type MavTally, type PartialTally } from './tally.ts';

/** Compared values of an example or a trace. */
export interface JudgedValues {
  readonly game: string;
  readonly line: JudgedLine;
  readonly tally: PartialTally<MavTally>;
}

/** Compares the values of MAV texts with those of a source. */
export class ValueComparison {
  readonly #source: ValueSource;
  readonly #dialect: MavDialect;
  readonly #signal: AbortSignalLike;
  readonly #onList: (comparison: ValueComparison) => void;
  #lists = 0;
  #done = 0;
  #unvalued = 0;
  #reason: string | undefined;

  /** @param onList called when lists are found, and when one is compared */
  constructor(
    source: ValueSource,
    dialect: MavDialect,
    signal: AbortSignalLike,
    onList: (comparison: ValueComparison) => void,
  ) {
    this.#source = source;
    this.#dialect = dialect;
    this.#signal = signal;
    this.#onList = onList;
  }

  /** Number of lists so far. */
  get lists(): number {
    return this.#lists;
  }

  /** Number of lists that are compared, or cannot be. */
  get done(): number {
    return this.#done;
  }

  /** Sentence about the lists without values; undefined if there are none, or the comparison was aborted. */
  get problem(): string | undefined {
    if (this.#unvalued === 0 || this.#signal.aborted) return undefined;
    return `${this.#unvalued} of ${plural(this.#lists, 'list')} could not be valued: ${this.#reason}`;
  }

  /** Compares the values of a text that starts and ends at the border of examples or traces. */
  async judge(text: string): Promise<readonly JudgedValues[]> {
    const sections = [...valuedSections(text, this.#dialect)];
    this.#lists += sections.reduce((sum, { lists }) => sum + lists.length, 0);
    this.#onList(this);
    return Promise.all(
      sections.map(async ({ game, keyed, source, lists }) => {
        let tally = emptyTally();
        for (const part of await Promise.all(lists.map((list) => this.#judgeList(list))))
          tally = addTallies(tally, part);
        return { game, tally: { values: tally.values }, line: judgedLine(keyed, source, tally) };
      }),
    );
  }

  async #judgeList(list: ValuedList): Promise<PartialTally<MavTally>> {
    const values = await this.#source.values(list.position, this.#signal);
    this.#done++;
    this.#onList(this);
    if (values.ok) return { values: judgeValues(list, values.value, this.#dialect) };
    this.#unvalued++;
    this.#reason ??= values.error.message;
    return {};
  }
}
