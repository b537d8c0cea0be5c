import { ANY_PART, isComparedWorld, SQUARE } from '../../../metrics/comparison-rules.ts';
import { CAUSES, type CauseId } from '../../../metrics/sentence/causes.ts';
import type { Verdict } from '../../../metrics/verdict.ts';
import { VERDICT_NAMES, verdictName } from '../../../metrics/wording.ts';
import type { ColumnsIn, ColumnValues } from '../../sample/columns.ts';
import type { ReportSample } from '../report-sample.ts';

/** What stands in place of a verdict and a cause where a sample has no scores. */
export const UNSCORED = { failed: 'request failed', unscored: 'not scored' } as const;
type Unscored = keyof typeof UNSCORED;

/** A sample in a list of a report. */
export type ListedSample = ColumnValues<ColumnsIn<'list' | 'page'>>;

/** A line of `report --list samples`. */
export type SampleRecord = Pick<ListedSample, ColumnsIn<'list'>>;

/** A sample in the list of a report's page, which sorts, filters and groups by these columns. */
export type PageSample = Pick<ListedSample, ColumnsIn<'page'>>;

/** Returns the cause of a sample, or the status of one without scores: the key of its group. */
export const causeKey = ({ cause, status }: Pick<PageSample, 'cause' | 'status'>): string => cause ?? status;

/** Returns the mistake in a sentence, or the reason why there are no scores. */
export const sampleStatement = ({ sentence, error }: Pick<PageSample, 'sentence' | 'error'>): string =>
  sentence ?? (error === null ? UNSCORED.unscored : `${UNSCORED.failed}: ${error}`);

/** What a game is called behind its number: ` (Kasparov – Topalov)`, else its opening; '' where neither is known. The path of a file is no name. */
export const gameTitle = ({ gameName, opening }: Pick<PageSample, 'gameName' | 'opening'>): string => {
  const name = gameName === null || /[/\\]|\.pgn$/i.test(gameName) ? opening : gameName;
  return name === null ? '' : ` (${name})`;
};

/** A verdict, or what stands in its place, in words; `part` is the word for what states consist of. */
export const statusName = (status: string, part?: string): string =>
  UNSCORED[status as Unscored] ??
  (Object.hasOwn(VERDICT_NAMES, status) ? verdictName(status as Verdict, part) : status);

/** The word for the parts of such states in lists, where worlds have no own one. */
export const samplePart = (variant: ReportSample['variant']): string => (isComparedWorld(variant) ? ANY_PART : SQUARE);

/** A cause, or what stands in its place, in words. */
export const causeName = (cause: string): string => UNSCORED[cause as Unscored] ?? CAUSES[cause as CauseId] ?? cause;
