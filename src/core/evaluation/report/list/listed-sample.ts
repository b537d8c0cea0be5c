import { isComparedWorld } from '../../../metrics/compared.ts';
import { ANY_PART, SQUARE } from '../../../metrics/part-word.ts';
import { CAUSES, type CauseId } from '../../../metrics/sentence/causes.ts';
import type { Verdict } from '../../../metrics/verdict.ts';
import { VERDICT_NAMES, verdictName } from '../../../metrics/wording-aggregate.ts';
import type { ReportSample } from '../report-sample.ts';

/** What stands in place of a verdict and a cause where a sample has no scores. */
export const UNSCORED = { failed: 'request failed', unscored: 'not scored' } as const;
type Unscored = keyof typeof UNSCORED;

/** A sample as lists show it: all that they sort, narrow and group by, in words; its answer is somewhere else. */
export interface ListedSample {
  /** The run file's name, and the sample's id in it. */
  readonly file: string;
  readonly id: string;
  /** The model, as reports call it. */
  readonly series: string;
  /** Null where the run names none. */
  readonly template: string | null;
  /** Number among the answers to one question, from 0. */
  readonly index: number;
  /** The PGN that `game` counts in, from 0; null where the run does not say. */
  readonly games: string | null;
  readonly game: number;
  readonly gameName: string | null;
  /** Name of the opening that the game is known to have; null for none. */
  readonly opening: string | null;
  readonly ply: number;
  /** The move before the asked position with its number, `12...O-O`; null where it is not known. */
  readonly move: string | null;
  readonly variant: ReportSample['variant'];
  readonly trueFen: string;
  /** Null where the answer holds no state. */
  readonly predicted: string | null;
  /** The answer holds several states of equal rank that differ. */
  readonly doubtful?: true;
  /** A verdict, or `failed` for a request without an answer, or `unscored`. */
  readonly status: string;
  /** An id of `CAUSES`, or what `status` is. */
  readonly cause: string;
  /** The cause with its place: `stale since ply 12`. */
  readonly causeText: string;
  /** What the model believes that is not so. */
  readonly sentence: string;
  /** p_m and r_m; null without scores. */
  readonly p: number | null;
  readonly r: number | null;
  readonly edit: number | null;
  /** Wrong squares; null without scores. */
  readonly wrong: number | null;
  /** p_m minus that of the same sample in the first of two runs; null where there is none. */
  readonly change: number | null;
}

/** What a game is called behind its number: ` (Kasparov – Topalov)`, else its opening; '' where neither is known. The path of a file is no name. */
export const gameTitle = ({ gameName, opening }: Pick<ListedSample, 'gameName' | 'opening'>): string => {
  const name = gameName === null || /[/\\]|\.pgn$/i.test(gameName) ? opening : gameName;
  return name === null ? '' : ` (${name})`;
};

/** A verdict, or what stands in its place, in words; `part` is the word for what states consist of. */
export const statusName = (status: string, part?: string): string =>
  UNSCORED[status as Unscored] ??
  (Object.hasOwn(VERDICT_NAMES, status) ? verdictName(status as Verdict, part) : status);

/** The word for the parts of such states in lists, where worlds have no own one. */
export const partOf = (variant: ReportSample['variant']): string => (isComparedWorld(variant) ? ANY_PART : SQUARE);

/** A cause, or what stands in its place, in words. */
export const causeName = (cause: string): string => UNSCORED[cause as Unscored] ?? CAUSES[cause as CauseId] ?? cause;
