import { formatShareSum as number, plural } from '../../base/text/counts.ts';
import { formatScore } from '../../metrics/score-format.ts';
import { FAULTS, type SampleFault } from './reading-tally.ts';
import { type Report, reportModels, type SeriesFigures } from './report.ts';
import { type ReportTable, withoutEmpty } from './tables.ts';
import { depthName, NO_FIGURE } from './words.ts';

/**
 * Returns a sentence for each model: `12 of 1,000 answers hold several states (1.2 %); by last / first / labeled the
 * mean p₄ would be 0.49 / 0.45 / 0.52.`
 */
export const readingSentences = (report: Report): string[] => [
  ...report.runs.flatMap(({ file, imported }) =>
    imported === undefined ? [] : [`${file} was imported: ${imported}.`],
  ),
  ...reportModels(report).flatMap(({ name, all: { answers, reading } }) => {
    const { several, doubtful, byRule, elsewhere, inThoughts, unread } = reading;
    const sentences: string[] = [];
    if (several > 0 && byRule !== null) {
      const means = [byRule.last, byRule.first, byRule.labelled]
        .map((mean) => formatScore(mean, { digits: report.digits }))
        .join(' / ');
      const doubt = doubtful === 0 ? '' : `, ${number(doubtful)} of them in doubt`;
      sentences.push(
        `${number(several)} of ${plural(answers, 'answer')} ${several === 1 ? 'holds' : 'hold'} several states (${share(several, answers)}${doubt}); by last / first / labeled the mean ${depthName('p', report.m)} would be ${means}.`,
      );
    }
    if (unread > 0) sentences.push(`${plural(unread, 'answer')} could not be read: in no figure.`);
    if (elsewhere > 0) sentences.push(`Answers that hold the true state elsewhere: ${number(elsewhere)}.`);
    if (inThoughts > 0) sentences.push(`State right in the reasoning, wrong in the answer: ${number(inThoughts)}.`);
    return sentences.length === 0 ? [] : [`${name}: ${sentences.join(' ')}`];
  }),
];

/** Formats a share with one decimal, so that a few among thousands are visible. */
const share = (n: number, of: number): string => `${((100 * n) / of).toFixed(1)} %`;

/** Returns the doubts of the reading by model, and the scores under other rules; undefined where every answer has one reading. */
export function readingTable({ series, m, digits }: Report): ReportTable | undefined {
  const p = depthName('p', m);
  const mean = (value: number | undefined): string =>
    value === undefined ? NO_FIGURE : formatScore(value, { digits });
  if (!series.some(({ all: { reading } }) => isOpen(reading))) return undefined;
  return withoutEmpty({
    caption: 'How states were taken from the answers, and the means by other rules',
    head: [
      'model',
      'answers',
      'several states',
      'doubtful',
      'unread',
      'stated in part',
      `${p}, last`,
      `${p}, first`,
      `${p}, labeled`,
      'true state elsewhere',
      'right in reasoning alone',
    ],
    rows: series.map(({ name, floor, all: { answers, reading } }) => ({
      head: name,
      floor,
      cells: [
        number(answers),
        number(reading.several),
        number(reading.doubtful),
        number(reading.unread),
        number(reading.inPart),
        ...(reading.several === 0
          ? [NO_FIGURE, NO_FIGURE, NO_FIGURE]
          : [mean(reading.byRule?.last), mean(reading.byRule?.first), mean(reading.byRule?.labelled)]),
        number(reading.elsewhere),
        number(reading.inThoughts),
      ],
    })),
  });
}

const isOpen = ({ several, doubtful, unread, inPart, inThoughts }: SeriesFigures['all']['reading']): boolean =>
  several + doubtful + unread + inPart + inThoughts > 0;

/** Faults in words. */
const FAULT_NAMES: Readonly<Record<SampleFault, string>> = {
  model: "the model's",
  doubtful: 'doubt of the reading',
  unread: 'unread',
  'cut-off': 'cut off',
  refused: 'refused',
  request: 'failed request',
};

/** Returns the number of samples with p_m = 0 or without a score by fault; undefined where all faults are the models'. */
export function faultTable({ series, m }: Report): ReportTable | undefined {
  const isOthers = ({ all: { reading } }: SeriesFigures): boolean =>
    FAULTS.some((fault) => fault !== 'model' && reading.faults[fault] > 0);
  if (!series.some(isOthers)) return undefined;
  return withoutEmpty({
    caption: `Samples with ${depthName('p', m)} = 0 or without a score, by whose fault that is`,
    head: ['model', 'samples', ...FAULTS.map((fault) => FAULT_NAMES[fault])],
    rows: series.map(({ name, floor, all: { reading } }) => {
      const counts = FAULTS.map((fault) => reading.faults[fault]);
      return { head: name, floor, cells: [counts.reduce((sum, n) => sum + n, 0), ...counts].map(number) };
    }),
  });
}
