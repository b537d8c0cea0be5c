import type { PositionOrder, PositionPage } from '../../core/evaluation/report/list/position-table.ts';
import type { SampleQuery } from '../../core/evaluation/report/list/sample-query.ts';
import type { SampleFacts, SamplePage } from '../../core/evaluation/report/list/sample-table.ts';
import type { SampleDetail } from '../../protocol/sample-detail.ts';

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
