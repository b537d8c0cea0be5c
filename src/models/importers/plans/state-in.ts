import { readAnswer } from '../../../core/answers/read-answer.ts';
import { type StatedState, takenCandidate } from '../../../core/answers/reading.ts';

/** The state that an answer names, wherever it stands. */
export const stateIn = (answer: string): StatedState | undefined => takenCandidate(readAnswer(answer));

/** True for a state, perhaps of a board alone, that is the one of a FEN as far as it is stated. */
export function isStateOf({ state }: StatedState, fen: string): boolean {
  const [board, side = '?'] = state.split(' ', 2);
  const [trueBoard, trueSide] = fen.split(' ', 2);
  return board === trueBoard && (side === '?' || side === trueSide);
}
