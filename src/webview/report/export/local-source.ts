import { PositionTable } from '../../../core/evaluation/report/list/position-table.ts';
import { SampleTable } from '../../../core/evaluation/report/list/sample-table.ts';
import type { ExportedSamples } from '../../../protocol/exported-samples.ts';
import type { SampleSource } from '../sample-source.ts';

/** The samples that the page itself holds. */
export class LocalSource implements SampleSource {
  readonly table: SampleTable;
  readonly #details: ExportedSamples['details'];
  #positions: PositionTable | undefined;

  constructor({ details, lengths }: ExportedSamples) {
    this.#details = details;
    this.table = new SampleTable(
      details.map(({ listed }) => listed),
      lengths,
    );
  }

  rows(...question: Parameters<SampleSource['rows']>): ReturnType<SampleSource['rows']> {
    return Promise.resolve(this.table.page(...question));
  }

  facts(...question: Parameters<SampleSource['facts']>): ReturnType<SampleSource['facts']> {
    return Promise.resolve(this.table.facts(...question));
  }

  positions(
    ...[query, order, from, count]: Parameters<SampleSource['positions']>
  ): ReturnType<SampleSource['positions']> {
    this.#positions ??= new PositionTable(this.table.samples);
    const wanted = this.table.numbers(query);
    return Promise.resolve(this.#positions.page(wanted, JSON.stringify(query), order, from, count));
  }

  detail(sample: number): ReturnType<SampleSource['detail']> {
    return Promise.resolve(this.#details[sample]);
  }
}
