import { GROUPINGS } from '../../../core/evaluation/report/list/groupings.ts';
import { queryText, readQueryText } from '../../../core/evaluation/report/list/sample-query.ts';
import { type PackedSamples, unpackSamples } from '../../../protocol/exported-samples.ts';
import type { ReportContent } from '../../../protocol/report-messages.ts';
import { h } from '../../common/dom.ts';
import { t } from '../../common/l10n.ts';
import { Brushes } from '../brushes.ts';
import { BEGINNING, SampleReader } from '../sample-reader.ts';
import { LocalSource } from './local-source.ts';

/** What a link to the answers begins with, behind the `#`; the filters follow behind a `?`. */
const ANSWERS = '#samples';

/** Brings the samples of an exported report to life: the page holds them, and asks nobody. */
export function startExport(): void {
  const place = document.getElementById('samples-here');
  const data = document.getElementById('samples-data')?.textContent;
  if (place === null || data === undefined || data === null) return;
  const samples = unpackSamples(JSON.parse(data) as PackedSamples);
  if (samples === undefined) return;
  const source = new LocalSource(samples);
  const { table } = source;
  const notice = h('p', { class: 'notice', role: 'status' });
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
  const brushes = new Brushes(
    (only) => reader.has(only),
    (only) => void reader.follow(only),
  );
  const reader: SampleReader = new SampleReader(
    source,
    content,
    { ...BEGINNING, ...(begin !== undefined && { query: begin }) },
    {
      actions: undefined,
      narrowed: (query) => brushes.show(query),
      moved: () => {
        const { query } = reader.place;
        const text = queryText(query);
        if (text === written) return;
        written = text;
        // Its address always leads back to what is shown; the way back through the history stays that of the reader.
        const behind = text === '' ? ANSWERS : `${ANSWERS}?${text}`;
        history.replaceState(null, '', behind);
      },
      link: () => {
        const told = (text: string) => () => void (notice.textContent = text);
        const { href } = location;
        void navigator.clipboard
          ?.writeText(href)
          .then(told(t('The link is in the clipboard.')), told(t('The address of this page restores these filters.')));
      },
    },
  );
  place.replaceChildren(notice, reader.element);
  brushes.add(document.body);
  brushes.show(reader.place.query);
  window.addEventListener('hashchange', () => {
    const query = linked();
    if (query !== undefined) void reader.show(query);
  });
  if (begin !== undefined) reader.element.scrollIntoView();
}
