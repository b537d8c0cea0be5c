// Faults put into clean transcripts of real games: the table in docs/audit.md.
// node bench/run.mjs audit-faults [--each=200] [--seed=29] [--show=N [--only=FAULT]]
import { parseArgs } from 'node:util';
import { auditCensus } from '../test/support/audit-census.ts';
import { tableText } from './harness/table.ts';

const { values } = parseArgs({
  options: {
    each: { type: 'string', default: '200' },
    seed: { type: 'string', default: '29' },
    show: { type: 'string', default: '0' },
    only: { type: 'string' },
  },
});
let left = Number(values.show);
const counts = auditCensus(Number(values.each), Number(values.seed), ({ fault, form, text, found, at }) => {
  if (values.only !== undefined && values.only !== fault) return;
  if (left-- <= 0) return;
  console.error(`--- ${fault}, ${form}, fault at ${at}: ${text.slice(at, (at ?? 0) + 90)}\n${text}`);
  for (const { code, message, range } of found)
    console.error(`${range.start} ${code} [${text.slice(range.start, range.end)}] ${message}`);
});
const percent = (part: number, whole: number): string => (whole === 0 ? '' : `${((100 * part) / whole).toFixed(1)} %`);
const sum = (key: 'transcripts' | 'found' | 'others'): number =>
  counts.filter(({ fault }) => fault !== 'none').reduce((total, one) => total + one[key], 0);
const clean = counts.find(({ fault }) => fault === 'none');
const all = {
  fault: 'all',
  transcripts: sum('transcripts'),
  found: sum('found'),
  others: sum('others') + (clean?.others ?? 0),
};
console.log(
  tableText({
    title: 'Faults in transcripts',
    columns: ['fault', 'transcripts', 'found', 'recall', 'other findings', 'precision'],
    rows: [...counts, all].map(({ fault, transcripts, found, others }) => [
      fault,
      `${transcripts}`,
      `${found}`,
      fault === 'none' ? '' : percent(found, transcripts),
      `${others}`,
      fault === 'none' ? '' : percent(found, found + others),
    ]),
    notes: [`Seed ${values.seed}; the row "all" counts the findings in clean transcripts as others.`],
  }),
);
