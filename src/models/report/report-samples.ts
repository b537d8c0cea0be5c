import { listSamples } from '../../core/evaluation/report/list/list-samples.ts';
import { PositionTable } from '../../core/evaluation/report/list/position-table.ts';
import { SampleTable } from '../../core/evaluation/report/list/sample-table.ts';
import type { LengthGroup } from '../../core/evaluation/report/report.ts';
import type { ReportRun } from '../../core/evaluation/report/report-sample.ts';
import { isComparedWorld } from '../../core/metrics/compared.ts';
import type { SampleDetail } from '../../protocol/sample-detail.ts';
import type { GivenLine } from '../../protocol/state.ts';
import { RunAnswers } from './run-answers.ts';
import type { RunSource } from './run-source.ts';
import { type ReportedSample, sampleDetail } from './sample-details.ts';
import { type FoundLine, type SampleOfReport, sampleState } from './sample-state.ts';
import type { ScoredRun } from './score-run.ts';

/** All samples of scored runs, in the order of the runs: as a list, as positions, and one by one with what was answered. */
export class ReportSamples {
  readonly table: SampleTable;
  readonly lengths: readonly LengthGroup[];
  readonly #samples: readonly Pick<ReportedSample, 'run' | 'sample'>[];
  readonly #answers: ReadonlyMap<ReportRun, { readonly source: RunSource; readonly lines: RunAnswers }>;
  #positions: PositionTable | undefined;

  /** @param lengths groups of lengths of games */
  constructor(scored: readonly ScoredRun[], lengths: readonly LengthGroup[]) {
    const runs = scored.map(({ run }) => run);
    this.lengths = lengths;
    this.table = new SampleTable(listSamples(runs), lengths);
    this.#samples = runs.flatMap((run) => run.samples.map((sample) => ({ run, sample })));
    this.#answers = new Map(scored.map(({ run, source }) => [run, { source, lines: new RunAnswers(source) }]));
  }

  get positions(): PositionTable {
    this.#positions ??= new PositionTable(this.table.samples);
    return this.#positions;
  }

  /** The sample with a number, and where its run is; undefined where there is none. */
  at(
    number: number,
  ): (Pick<ReportedSample, 'run' | 'sample'> & { readonly source: RunSource | undefined }) | undefined {
    const found = this.#samples[number];
    return found && { ...found, source: this.#answers.get(found.run)?.source };
  }

  async detail(number: number): Promise<SampleDetail | undefined> {
    const listed = this.table.samples[number];
    const found = this.#samples[number];
    if (listed === undefined || found === undefined) return undefined;
    return await sampleDetail({ number, listed, ...found }, this.#answers.get(found.run)?.lines);
  }

  /**
   * The game of a sample for the state view; undefined where there is none, as of a walk of a world.
   *
   * @param m depth of p and r
   * @param found the game, where its PGN is there
   */
  async state(number: number, m: number, found: FoundLine | undefined): Promise<GivenLine | undefined> {
    const chosen = this.#sampleAt(number);
    if (chosen === undefined) return undefined;
    const { game } = chosen.sample;
    const all = this.#samples.flatMap(({ sample }, i) => (sample.game === game ? (this.#sampleAt(i) ?? []) : []));
    return await sampleState(chosen, all, m, found);
  }

  #sampleAt(number: number): SampleOfReport | undefined {
    const listed = this.table.samples[number];
    const found = this.#samples[number];
    if (listed === undefined || found === undefined) return undefined;
    const { run, sample } = found;
    return isOfGame(sample) ? { listed, run, sample, answers: this.#answers.get(run)?.lines } : undefined;
  }
}

const isOfGame = (sample: ReportedSample['sample']): sample is SampleOfReport['sample'] =>
  !isComparedWorld(sample.variant);
