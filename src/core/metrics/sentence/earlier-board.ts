import { plural } from '../../base/text/plural.ts';
import type { TextComparison } from '../comparison.ts';
import { causeOf } from './causes.ts';
import { type BoardFacts, type Claim, moveWord } from './claim.ts';

/** A board counts as nearly an earlier one where at most one in so many wrong squares remains wrong there. */
const NEARLY = 4;

/** A claim of the whole board: that of an earlier ply, nearly so, or that of an opening. Undefined for lags of one ply or none. */
export function earlierBoard(
  { history, wrong }: BoardFacts,
  { lag, openingFallback }: Pick<TextComparison, 'lag' | 'openingFallback'>,
): Claim | undefined {
  if (history === undefined || lag === null) return undefined;
  const { ply, pliesEarlier, squaresWrong } = lag;
  const isEarlier = pliesEarlier > 1;
  if (isEarlier && squaresWrong === 0) {
    const { what, isAll } = boardAt(ply, history);
    const missed = isAll
      ? `all ${plural(pliesEarlier, 'ply', 'plies')}`
      : `the last ${plural(pliesEarlier, 'ply', 'plies')}`;
    const id = openingFallback === null ? 'stale' : 'opening-fallback';
    return { text: `shows ${what}: missed ${missed}`, covers: wrong, cause: { ...causeOf(id), ply } };
  }
  if (openingFallback !== null) {
    const text = `shows an opening position, ${plural(openingFallback.plies, 'ply', 'plies')} from the start`;
    return { text, covers: wrong, cause: causeOf('opening-fallback') };
  }
  if (!isEarlier || squaresWrong * NEARLY > wrong.length) return undefined;
  const { what } = boardAt(ply, history);
  const differ = `${plural(squaresWrong, 'square')} ${squaresWrong === 1 ? 'differs' : 'differ'}`;
  return {
    text: `shows ${what}, ${plural(pliesEarlier, 'ply', 'plies')} ago, but ${differ}`,
    covers: wrong,
    cause: { ...causeOf('stale'), ply },
  };
}

function boardAt(ply: number, history: NonNullable<BoardFacts['history']>): { what: string; isAll: boolean } {
  const index = history.plies.findIndex((at) => at.ply === ply);
  if (index > 0) return { what: `the board after ${moveWord(history, index - 1)}`, isAll: false };
  return { what: ply === 0 ? 'the start position' : `the board at ply ${ply}`, isAll: true };
}
