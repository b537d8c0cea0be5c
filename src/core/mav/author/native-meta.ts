import type { MavGame } from '../games.ts';

const META = /\|\s*([01]{4})(\d\d)(\d\d)(\d{3})\s*\|\|?\s*$/;

/**
 * A chess state with what the eleven digits of its native text say, read as StateLens writes them: flags of castling (KQkq),
 * file and rank of the en passant square, halfmove clock, fullmove number. What the digits mean is assumed (nobody published
 * it), so checks pass over them; but who writes an answer needs one position. The state as it is, where they say no position.
 */
export function withNativeMeta<State>({ automaton, hasFen }: MavGame<State>, text: string, state: State): State {
  const found = hasFen ? META.exec(text) : null;
  if (found === null) return state;
  const [, flags, square, halfmove, fullmove] = found;
  const [board, side] = automaton.print(state).split(' ');
  const rights = ['K', 'Q', 'k', 'q'].filter((_, i) => flags[i] === '1').join('');
  const [file, rank] = square;
  const ep = square === '00' ? '-' : `${'?abcdefgh?'[Number(file)]}${rank}`;
  const parsed = automaton.parse(
    [board, side, rights === '' ? '-' : rights, ep, Number(halfmove), Number(fullmove)].join(' '),
  );
  return parsed.ok ? parsed.value : state;
}
