import { uniformInt } from 'pure-rand/distribution/uniformInt';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';

/** A FEN of one of the 960 starts of Chess960, each as likely as the others: bishops, queen, knights, then rook, king, rook where room is left. */
export function startOf960(random: RandomGenerator): string {
  const rank: string[] = Array.from({ length: 8 }, () => '');
  const put = (piece: string, squares: readonly number[]): void => {
    const file = squares[uniformInt(random, 0, squares.length - 1)];
    if (file !== undefined) rank[file] = piece;
  };
  const free = (): number[] => rank.flatMap((piece, file) => (piece === '' ? file : []));
  put('B', [0, 2, 4, 6]);
  put('B', [1, 3, 5, 7]);
  for (const piece of 'QNN') put(piece, free());
  for (const [i, file] of free().entries()) rank[file] = 'RKR'.charAt(i);
  const pieces = rank.join('');
  return `${pieces.toLowerCase()}/pppppppp/8/8/8/8/PPPPPPPP/${pieces} w KQkq - 0 1`;
}
