import type { PositionOrder, PositionPage } from '../../core/evaluation/report/list/position-table.ts';
import type { SampleQuery } from '../../core/evaluation/report/list/sample-query.ts';
import type { SampleFacts, SamplePage } from '../../core/evaluation/report/list/sample-table.ts';
import type { FromReport, SampleDetail, ToReport } from '../../protocol/report-messages.ts';
import type { Host } from '../common/host.ts';

/** The owner of the samples: the extension, or in an exported page the page itself. Questions may be answered in any order. */
export interface SampleSource {
  rows(query: SampleQuery, from: number, count: number): Promise<SamplePage>;
  /** @param sample the sample whose row is wanted; -1 for none */
  facts(query: SampleQuery, sample: number): Promise<SampleFacts>;
  positions(query: SampleQuery, order: PositionOrder, from: number, count: number): Promise<PositionPage>;
  /** Resolves to undefined where there is no such sample. */
  detail(sample: number): Promise<SampleDetail | undefined>;
}

/** Details that are kept. */
const MAX_KEPT = 64;

/** The details of samples, each asked for once while it is near. */
export class KnownDetails {
  readonly #source: SampleSource;
  readonly #known = new Map<number, Promise<SampleDetail | undefined>>();

  constructor(source: SampleSource) {
    this.#source = source;
  }

  /** Resolves to the details of a sample. */
  get(sample: number): Promise<SampleDetail | undefined> {
    const known = this.#known.get(sample) ?? this.#source.detail(sample);
    this.#known.delete(sample);
    this.#known.set(sample, known);
    const [oldest] = this.#known.keys();
    if (this.#known.size > MAX_KEPT && oldest !== undefined) this.#known.delete(oldest);
    return known;
  }
}

type Question = 'rows' | 'facts' | 'positions' | 'detail';
type Answer = Extract<ToReport, { type: Question }>;

/** The samples that the extension has: each question is a message with a number, its answer another one with the same. */
export class HostSource implements SampleSource {
  readonly #host: Host<FromReport>;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #count = 0;

  constructor(host: Host<FromReport>) {
    this.#host = host;
  }

  /** Takes an answer. */
  receive(answer: Answer): void {
    const resolve = this.#waiting.get(answer.question);
    this.#waiting.delete(answer.question);
    resolve?.(answer);
  }

  async rows(...[query, from, count]: Parameters<SampleSource['rows']>): ReturnType<SampleSource['rows']> {
    return (await this.#answer<'rows'>((question) => ({ type: 'rows', question, query, from, count }))).page;
  }

  async facts(...[query, sample]: Parameters<SampleSource['facts']>): ReturnType<SampleSource['facts']> {
    return (await this.#answer<'facts'>((question) => ({ type: 'facts', question, query, sample }))).facts;
  }

  async positions(
    ...[query, order, from, count]: Parameters<SampleSource['positions']>
  ): ReturnType<SampleSource['positions']> {
    const page = { query, order, from, count };
    return (await this.#answer<'positions'>((question) => ({ type: 'positions', question, ...page }))).page;
  }

  async detail(sample: number): ReturnType<SampleSource['detail']> {
    const { detail } = await this.#answer<'detail'>((question) => ({ type: 'detail', question, sample }));
    return detail ?? undefined;
  }

  #answer<Type extends Question>(
    message: (question: number) => Parameters<Host<FromReport>['send']>[0],
  ): Promise<Extract<ToReport, { type: Type }>> {
    const question = ++this.#count;
    return new Promise((resolve) => {
      this.#waiting.set(question, (answer) => resolve(answer as Extract<ToReport, { type: Type }>));
      this.#host.send(message(question));
    });
  }
}
