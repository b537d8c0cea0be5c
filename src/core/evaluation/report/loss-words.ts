import { MIN_CLUSTERS } from '../../base/stats/confidence-interval.ts';
import { plural } from '../../base/text/counts.ts';
import type { CauseId } from '../../metrics/sentence/causes.ts';
import { type LossCase, type LossFigures, type Report, reportModels } from './report.ts';
import { percentInterval, placeText } from './words.ts';

/** Causes as they follow "by": the fault itself, not its label in tables. */
const BY_CAUSE: Readonly<Record<CauseId, string>> = {
  'no-state': 'answers without a state',
  unread: 'answers that cannot be read',
  'cut-off': 'answers cut off in the state',
  unparsable: 'boards that cannot be read',
  format: 'wrong format',
  'opening-fallback': 'falling back to the opening',
  stale: 'an earlier position in place of the present one',
  'castling-rook': 'the rook forgotten in castling',
  'missed-castling': 'missed castling',
  'en-passant-pawn': 'pawns taken en passant and not removed',
  'missed-promotion': 'missed promotions',
  'missed-capture': 'stale pieces after captures',
  'wrong-piece': 'moving the wrong piece',
  'wrong-square': 'moving to the wrong square',
  'missed-move': 'stale pieces after moves',
  scrambled: 'losing the whole board',
  impossible: 'impossible positions',
  phantom: 'phantom pieces',
  lost: 'lost pieces',
  swapped: 'confused pieces',
  side: 'the side to move',
  castling: 'castling rights',
  'en-passant': 'the en passant square',
  clocks: 'clocks',
  partial: 'states given in part',
  notation: 'notation',
  exact: 'nothing',
};

/** Maximum number of models in the sentence; each has its figures below. */
const MAX_NAMED = 3;

/** Model whose losses are stated. */
interface LossOfModel {
  readonly name: string;
  readonly losses: LossFigures;
}

/** Part of the sentence about one model, with the cases that show it. */
export interface LossClause {
  readonly text: string;
  readonly name: string;
  readonly cases: readonly LossCase[];
}

/**
 * Returns the first sentence of a report in clauses, a model each: `o3-mini loses the position first by castling rights,
 * at ply 31 in the median (20 games, half of them at 18 to 44)`; `gpt-4o by stale pieces after captures, at ply 9 …`.
 * A cause is named only where the games tell it from the next one. Empty where nothing can be said.
 */
export function lossClauses(report: Report): LossClause[] {
  const known = reportModels(report).flatMap(({ name, losses }) => (losses === undefined ? [] : [{ name, losses }]));
  const clauses: LossClause[] = [];
  let before: LossOfModel | undefined;
  for (const one of known) {
    const text = clauseText(one, before, report);
    if (text === undefined) continue;
    before = one;
    clauses.push({ name: one.name, text, cases: one.losses.cases });
  }
  return clauses.slice(0, MAX_NAMED);
}

/** Returns the sentence of these clauses with a period; empty without clauses. */
export const lossSentence = (clauses: readonly LossClause[]): string =>
  clauses.length === 0 ? '' : `${clauses.map(({ text }) => text).join('; ')}.`;

/** Formats the place of a case: `games.pgn:12`, or `game 3, ply 31, after 16.Rxe4`. */
export function caseText({ place, game, ply, san }: LossCase): string {
  if (place !== undefined) return placeText(place);
  return `game ${game + 1}, ply ${ply}${san === null ? '' : `, after ${san}`}`;
}

/** Returns true for losses along walks by a named cause: a later clause of this kind leaves out the verb. */
const isByCause = ({ losses: { of, cause, ply } }: LossOfModel): boolean =>
  of === 'walks' && cause !== null && ply !== null;

function clauseText(
  one: LossOfModel,
  before: LossOfModel | undefined,
  { worlds, digits }: Pick<Report, 'worlds' | 'digits'>,
): string | undefined {
  const { name, losses } = one;
  const { of, games, lost, cause, ply } = losses;
  // With fewer games nothing that holds beyond them can be said.
  if (games < MIN_CLUSTERS) return undefined;
  const state = worlds === true ? 'state' : 'position';
  if (lost === 0) return `${name} has the right ${state} throughout in ${countedGames(games, games)}`;
  if (of === 'answers') {
    if (cause === null) return undefined;
    const share = percentInterval(cause.share, digits);
    return `${name} loses the ${state} mostly by ${BY_CAUSE[cause.id]}: ${share} of the losses in ${countedGames(lost, games)}`;
  }
  if (ply === null) return undefined;
  if (cause === null)
    return `${name} loses the ${state} in ${countedGames(lost, games)}, first ${plyText(losses)} in the median`;
  const begin = before !== undefined && isByCause(before) ? name : `${name} loses the ${state} first`;
  return `${begin} by ${BY_CAUSE[cause.id]}, ${plyText(losses)} in the median (${countedGames(lost, games)}, ${rangeText(ply)})`;
}

/** Formats a number of games: `20 games`, `18 of 20 games`. */
const countedGames = (count: number, of: number): string =>
  count === of ? plural(of, 'independent game') : `${count.toLocaleString('en')} of ${plural(of, 'independent game')}`;

const plyText = ({ ply, everyPly }: Pick<LossFigures, 'ply' | 'everyPly'>): string =>
  `${everyPly ? 'at' : 'at or before'} ply ${(ply?.median ?? 0).toLocaleString('en')}`;

const rangeText = ({ q1, q3 }: NonNullable<LossFigures['ply']>): string =>
  q1 === q3 ? 'half of them or more at this ply' : `half of them at ${q1} to ${q3}`;
