import { ANY_PART, isComparedWorld, SQUARE } from '../../../metrics/comparison-rules.ts';
import { CAUSES, type CauseId } from '../../../metrics/sentence/causes.ts';
import type { Verdict } from '../../../metrics/verdict.ts';
import { VERDICT_NAMES, verdictName } from '../../../metrics/wording.ts';
import type { ColumnsIn, ColumnValues } from '../../sample/columns.ts';
import type { ReportSample } from '../report-sample.ts';

/** Statuses of samples without scores, in place of verdict and cause. */
export const UNSCORED = { failed: 'request failed', unscored: 'not scored' } as const;
type Unscored = keyof typeof UNSCORED;

/** Sample in a list of a report. */
export type ListedSample = ColumnValues<ColumnsIn<'list' | 'page'>>;

/** Line of `report --list samples`. */
export type SampleRecord = Pick<ListedSample, ColumnsIn<'list'>>;

/** Sample in the list of a report's page, which sorts, filters and groups by these columns. */
export type PageSample = Pick<ListedSample, ColumnsIn<'page'>>;

/** Returns the cause of a sample, or the status of one without scores: the key of its group. */
export const causeKey = ({ cause, status }: Pick<PageSample, 'cause' | 'status'>): string => cause ?? status;

/** Returns the mistake in a sentence, or the reason why there are no scores. */
export const sampleStatement = ({ sentence, error }: Pick<PageSample, 'sentence' | 'error'>): string =>
  sentence ?? (error === null ? UNSCORED.unscored : `${UNSCORED.failed}: ${error}`);

/**
 * Returns the title of a game after its number: ` (Kasparov – Topalov)`, else its opening; '' where neither is known.
 * The path of a file is no name.
 */
export const gameTitle = ({ gameName, opening }: Pick<PageSample, 'gameName' | 'opening'>): string => {
  const name = gameName === null || /[/\\]|\.pgn$/i.test(gameName) ? opening : gameName;
  return name === null ? '' : ` (${name})`;
};

/** Returns the words for a verdict or a status; `part` is the word for the parts of states. */
export const statusName = (status: string, part?: string): string =>
  UNSCORED[status as Unscored] ??
  (Object.hasOwn(VERDICT_NAMES, status) ? verdictName(status as Verdict, part) : status);

/** Returns the word for the parts of such states in lists, which mix worlds with different words. */
export const samplePart = (variant: ReportSample['variant']): string => (isComparedWorld(variant) ? ANY_PART : SQUARE);

/** Returns the words for a cause or a status. */
export const causeName = (cause: string): string => UNSCORED[cause as Unscored] ?? CAUSES[cause as CauseId] ?? cause;
