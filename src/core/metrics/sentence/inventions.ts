import { type PieceError, pieceErrors } from '../board-diff.ts';
import { squareName } from '../placement.ts';
import { pieceName } from '../wording-details.ts';
import { type CauseId, causeOf } from './causes.ts';
import { type BoardFacts, type Claim, roleOf } from './claim.ts';
import { missedPromotion } from './missed-moves.ts';

/** Claims that need no line: pieces that were invented, lost, moved or confused, in FEN order; promotions that were missed first. */
export function inventions(facts: BoardFacts): Claim[] {
  const { truth, predicted, wrong } = facts;
  const promotions = wrong.flatMap((s) => missedPromotion(facts, s) ?? []);
  const indices = new Map(wrong.map((s) => [squareName(s), s]));
  const squares = (...names: readonly string[]): number[] =>
    names.flatMap((name) => indices.get(name) ?? []).sort((a, b) => a - b);
  const claim = (id: CauseId, text: string, ...names: string[]): Claim => ({
    text,
    covers: squares(...names),
    cause: causeOf(id),
  });
  const errors = pieceErrors(truth, predicted, wrong).map((error) => claimOf(error, claim));
  return [...promotions, ...errors];
}

function claimOf(error: PieceError, claim: (id: CauseId, text: string, ...names: string[]) => Claim): Claim {
  const { square } = error;
  switch (error.kind) {
    case 'phantom':
      return claim('phantom', `thinks there is a ${pieceName(error.predicted)} on ${square}`, square);
    case 'missing':
      return claim('lost', `sees no ${pieceName(error.actual)} on ${square}`, square);
    case 'misplaced':
      return claim(
        'wrong-square',
        `thinks the ${pieceName(error.predicted)} on ${error.to} is on ${square}`,
        square,
        error.to,
      );
    default: {
      const { predicted, actual } = error;
      if (error.with !== undefined) {
        const text = `thinks the ${pieceName(predicted)} is on ${square} and the ${pieceName(actual)} on ${error.with}`;
        return claim('swapped', text, square, error.with);
      }
      const sameColor = predicted < 'a' === actual < 'a';
      const put = sameColor ? roleOf(predicted.charCodeAt(0)) : pieceName(predicted);
      return claim('swapped', `thinks the ${pieceName(actual)} on ${square} is a ${put}`, square);
    }
  }
}
