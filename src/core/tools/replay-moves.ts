import { ok } from '../base/result.ts';
import { chess, chess960 } from '../games/chess/chess.ts';
import { bounded } from './bounded.ts';
import { MOVES_FIELDS } from './move-fields.ts';
import { replayLine } from './replayed-line.ts';
import { badInput, defineTool } from './tool.ts';

const MAX_PLIES = 600;

/** Plays moves by the rules. */
export const REPLAY_MOVES = defineTool({
  name: 'replay_moves',
  title: 'Replay chess moves',
  description:
    'Plays chess moves by the rules and returns the resulting FEN, the side to move and the legal moves, or the first illegal ' +
    'move and the reason. Use it instead of tracking a game in your head.',
  fields: {
    ...MOVES_FIELDS,
    every_fen: { kind: 'flag', description: 'Also return the FEN after every move.' },
  },
  run({ moves, start_fen: startFen, variant, every_fen: everyFen }) {
    const line = replayLine(moves, startFen, variant);
    if (!line.ok) return badInput(line.error);
    const { plies, failed, moveName } = line.value;
    const last = plies[plies.length - 1] ?? plies[0];
    const automaton = line.value.variant === 'chess960' ? chess960 : chess;
    const state = automaton.parse(last.fen);
    const entries = plies.map(({ ply, fen }) => ({ ply, move: moveName(ply), ...(everyFen && { fen }) }));
    return ok({
      variant: line.value.variant,
      plies: plies.length - 1,
      last_move: moveName(last.ply),
      fen: last.fen,
      side_to_move: last.fen.split(' ')[1] === 'b' ? 'black' : 'white',
      legal_moves: state.ok ? [...automaton.legal(state.value)].sort() : [],
      result: (state.ok && automaton.legal(state.value).length === 0 && automaton.outcome(state.value)) || null,
      illegal: failed ?? null,
      line: bounded(entries.slice(1), MAX_PLIES),
    });
  },
});
