import assert from 'node:assert/strict';
import { buildReport } from '../../src/core/evaluation/report/build.ts';
import { reportParts } from '../../src/core/evaluation/report/html/parts.ts';
import { GROUPINGS } from '../../src/core/evaluation/report/list/groupings.ts';
import { listSamples } from '../../src/core/evaluation/report/list/list-samples.ts';
import { PositionTable } from '../../src/core/evaluation/report/list/position-table.ts';
import type { SampleQuery } from '../../src/core/evaluation/report/list/sample-query.ts';
import { SampleTable } from '../../src/core/evaluation/report/list/sample-table.ts';
import type { ReportRun } from '../../src/core/evaluation/report/report-sample.ts';
import { namedRuns } from '../../src/core/evaluation/report/series.ts';
import {
  type FromReport,
  REPORT_VERSION,
  readFromReport,
  type SampleDetail,
} from '../../src/protocol/report-messages.ts';
import type { StoredAnswer } from '../../src/protocol/state.ts';
import { readingAt } from '../support/readings.ts';
import { madeRun, madeSample, wrongScores } from '../support/report-samples.ts';
import type { OpenPage, PageHost } from './page-host.ts';

const PREDICTED = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1';

/** Samples of several lengths; every `each`-th is wrong, by more squares from game to game. */
export function madeSamples(count: number, each: number, label = 'gpt-4o'): ReportRun {
  const samples = Array.from({ length: count }, (_, i) => {
    const wrong = i % each === 0;
    const squares = 1 + (Math.floor(i / each) % 9);
    const over = wrong ? { scores: wrongScores(squares, 0.5 ** squares), predicted: PREDICTED } : {};
    return madeSample({
      model: label,
      game: i,
      ply: [2, 6, 14, 33, 50, 90][i % 6] ?? 2,
      san: 'Nf3',
      gameName: `game ${i}`,
      ...over,
    });
  });
  return madeRun(samples, `${label}-${each}.run.jsonl`);
}

/** The other end of the page of a report, as the extension is it: it answers what the page asks. */
export class ReportExtension {
  readonly #open: OpenPage;
  readonly #runs: readonly ReportRun[];
  readonly #table: SampleTable;
  readonly #positions: PositionTable;
  readonly #lengths;
  /** How many answers of a kind the page asked for. */
  readonly asked = new Map<string, number>();

  constructor(open: OpenPage, runs: readonly ReportRun[]) {
    this.#open = open;
    this.#runs = runs;
    this.#lengths = buildReport(this.#few, { tool: { name: 'statelens', version: '0' }, m: 2, worst: 3 });
    const samples = listSamples(runs);
    this.#table = new SampleTable(samples, this.#lengths.groups);
    this.#positions = new PositionTable(samples);
  }

  get table(): SampleTable {
    return this.#table;
  }

  get #few(): readonly ReportRun[] {
    return this.#runs.map((run) => ({ ...run, samples: run.samples.slice(0, 3000) }));
  }

  /** Listens to the page, which may be a reloaded one, and shows the report. */
  async show(query: SampleQuery | null = null): Promise<void> {
    const { page } = this.#open;
    await page.exposeFunction('askExtension', (value: unknown) => this.#answer(value)).catch(() => undefined);
    await page.evaluate(() => {
      const globals = globalThis as unknown as { sent: unknown[]; askExtension: (message: unknown) => void };
      const { sent } = globals;
      sent.push = (message: unknown) => {
        globals.askExtension(message);
        return Array.prototype.push.call(sent, message);
      };
    });
    const { samples } = this.#table;
    const report = this.#lengths;
    await this.#open.send({
      version: REPORT_VERSION,
      type: 'show',
      title: 'State tracking report',
      uris: ['file:///a.run.jsonl'],
      parts: reportParts(report),
      m: 2,
      groups: Object.fromEntries(GROUPINGS.map((by) => [by, this.#table.groups(by)])),
      samples: samples.length,
      query,
      worst: report.worst.map(({ id }) => samples.findIndex((sample) => sample.id === id)),
      changes: this.#table.changes(),
      runs: namedRuns(this.#runs),
      notes: [],
      isComplete: true,
    });
  }

  async #answer(value: unknown): Promise<void> {
    const message = readFromReport(value);
    if (message === undefined) throw new Error(`not a message: ${JSON.stringify(value)}`);
    this.asked.set(message.type, (this.asked.get(message.type) ?? 0) + 1);
    const answer = this.#answerTo(message);
    if (answer !== undefined) await this.#open.send({ version: REPORT_VERSION, type: message.type, ...answer });
  }

  #answerTo(message: FromReport): object | undefined {
    switch (message.type) {
      case 'rows': {
        const { question, query, from, count } = message;
        return { question, page: this.#table.page(query, from, count) };
      }
      case 'facts':
        return { question: message.question, facts: this.#table.facts(message.query, message.sample) };
      case 'positions': {
        const { question, query, order, from, count } = message;
        const wanted = this.#table.numbers(query);
        return { question, page: this.#positions.page(wanted, JSON.stringify(query), order, from, count) };
      }
      case 'detail':
        return { question: message.question, detail: this.detail(message.sample) ?? null };
      default:
        return undefined;
    }
  }

  /** What every sample was answered, in place of its state in a sentence. */
  answer: StoredAnswer | undefined;

  /** What is shown of a sample: the answer holds its state in a sentence. */
  detail(sample: number): SampleDetail | undefined {
    const listed = this.#table.samples[sample];
    if (listed === undefined) return undefined;
    const { predicted, series } = listed;
    const before = 'The position is:\n';
    return {
      sample,
      listed,
      verdictText: `${listed.wrongSquares ?? 0} squares wrong · p₂ ${listed.p ?? 0}`,
      lastMove: ['g1', 'f3'],
      blame: null,
      answer: this.answer ?? {
        label: series,
        prompt: `Where does everything stand in ${listed.gameName ?? 'the game'}?`,
        raw: predicted === null ? 'I do not know.' : `${before}${predicted}\nDone.`,
        reasoning: null,
        reading: predicted === null ? null : readingAt(before.length, predicted),
        drafts: [],
        finishReason: 'stop',
        tokens: { prompt: 312, completion: 41 },
        seconds: 1.2,
        attempts: 1,
        at: null,
        fault: null,
        source: listed.file,
        otherMoves: false,
      },
    };
  }
}

export type ReportTest = (open: OpenPage, extension: ReportExtension) => Promise<void>;

/**
 * Opens the page of reports with a report; after the test nothing may have gone wrong in it.
 *
 * @param options.ready a selector of what is there when the page can be used
 */
export async function openReport(
  host: PageHost,
  { runs, ready = '.rows .row', width }: { runs: readonly ReportRun[]; ready?: string; width?: number | undefined },
  test: ReportTest,
): Promise<void> {
  const open = await host.open({ page: 'report', ...(width !== undefined && { width }) });
  try {
    const extension = new ReportExtension(open, runs);
    await extension.show();
    await open.page.locator(ready).first().waitFor();
    await test(open, extension);
    assert.deepEqual(await open.violations(), []);
    assert.deepEqual(open.errors, []);
  } finally {
    await open.page.close();
  }
}

/** What the page said last besides what it asks for its lists. */
export const lastSent = async (open: OpenPage): Promise<FromReport | undefined> =>
  (await open.sentByReport()).filter(({ type }) => !['rows', 'facts', 'positions', 'detail'].includes(type)).at(-1);
