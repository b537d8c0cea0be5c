import { createRef, Fragment, h } from 'preact';
import { GROUPINGS } from '../../../core/evaluation/report/list/groupings.ts';
import { PositionTable } from '../../../core/evaluation/report/list/position-table.ts';
import { queryText, readQueryText } from '../../../core/evaluation/report/list/sample-query.ts';
import { SampleTable } from '../../../core/evaluation/report/list/sample-table.ts';
import { type ExportedSamples, type PackedSamples, unpackSamples } from '../../../protocol/exported-samples.ts';
import type { ReportContent } from '../../../protocol/report-messages.ts';
import { t } from '../../common/l10n.ts';
import { mount } from '../../common/mount.ts';
import { Brushes } from '../brushes.ts';
import { BEGINNING, SampleReader } from '../sample-reader.ts';
import type { SampleSource } from '../sample-source.ts';

/** The samples that the page itself holds. */
class LocalSource implements SampleSource {
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

/** Beginning of a link to the answers; the filters follow after a `?`. */
const ANSWERS = '#samples';

/** Starts the reader of an exported report, whose page holds the samples. */
export function startExport(): void {
  const place = document.getElementById('samples-here');
  const data = document.getElementById('samples-data')?.textContent;
  if (place === null || data === undefined || data === null) return;
  const samples = unpackSamples(JSON.parse(data) as PackedSamples);
  if (samples === undefined) return;
  const source = new LocalSource(samples);
  const { table } = source;
  const content = {
    m: samples.m,
    samples: table.samples.length,
    groups: Object.fromEntries(GROUPINGS.map((by) => [by, table.groups(by)])) as ReportContent['groups'],
    changes: table.changes(),
  };
  const linked = (): ReturnType<typeof readQueryText> | undefined =>
    location.hash.startsWith(`${ANSWERS}?`) ? readQueryText(location.hash.slice(ANSWERS.length + 1)) : undefined;
  const begin = linked();
  let written = queryText(begin ?? BEGINNING.query);
  const handle = createRef<SampleReader>();
  const brushes = new Brushes(
    (only) => handle.current?.has(only) === true,
    (only) => void handle.current?.follow(only),
  );
  /** Keeps the address that of the place that is shown; the way back through the history stays that of the reader. */
  const moved = (): void => {
    const text = queryText(handle.current?.place.query ?? BEGINNING.query);
    if (text === written) return;
    written = text;
    history.replaceState(null, '', text === '' ? ANSWERS : `${ANSWERS}?${text}`);
  };
  const link = (): void => {
    const tell = (text: string) => () => show(text);
    void navigator.clipboard
      ?.writeText(location.href)
      .then(tell(t('The link is in the clipboard.')), tell(t('The address of this page restores these filters.')));
  };
  const beginning = { ...BEGINNING, ...(begin !== undefined && { query: begin }) };
  const show = (notice: string): void => {
    const events = { actions: undefined, narrowed: brushes.show.bind(brushes), moved, link };
    const reader = h(SampleReader, { handle, source, content, place: beginning, ...events });
    mount(h(Fragment, null, h('p', { class: 'notice', role: 'status' }, notice), reader), place);
  };
  show('');
  brushes.add(document.body);
  brushes.show(beginning.query);
  window.addEventListener('hashchange', () => {
    const query = linked();
    if (query !== undefined) void handle.current?.show(query);
  });
  if (begin !== undefined) handle.current?.element?.scrollIntoView();
}
