import { err, ok, type Result } from '../base/result.ts';
import { CHESS_AUTOMATA } from '../games/chess/chess.ts';
import { CHESS_VARIANTS, type ChessVariant } from '../games/chess/chess-variants.ts';
import { FRAME } from '../games/chess/frame.ts';
import { printSan } from '../games/chess/san-print.ts';
import type { HistoryPly } from '../metrics/placement.ts';
import { isGame, readPgn } from '../notation/pgn/document.ts';
import { gameNumbering, type Numbering, numberText } from '../notation/pgn/move-numbers.ts';
import { failureReason, fenAfter, moveText, PLAYED, type Replay, replay } from '../notation/pgn/replay.ts';
import { gameStart, readTags } from '../notation/pgn/tags.ts';
import { NULL_MOVE } from '../notation/pgn/tokens.ts';
import { buildTree, MOVETEXT } from '../notation/pgn/tree.ts';
import { badInput, bounded, defineTool } from './tool.ts';

/** Maximum length of movetext: a few hundred games' worth. */
export const MAX_MOVETEXT_LENGTH = 500_000;
export const MAX_FEN_LENGTH = 1000;

/** Fields of a line of moves, for tools. */
export const MOVES_FIELDS = {
  moves: {
    kind: 'text',
    most: MAX_MOVETEXT_LENGTH,
    required: true,
    description: 'Moves in SAN, with or without numbers ("1. e4 e5 2. Nf3"), or one PGN game.',
  },
  start_fen: {
    kind: 'text',
    most: MAX_FEN_LENGTH,
    description: 'FEN of the start position; omit it for the standard start position or if the PGN has a FEN tag.',
  },
  variant: { kind: 'text', most: 20, oneOf: CHESS_VARIANTS, description: 'Rules; default: chess.' },
} as const;

/** Field of m, for the tools that compute p_m and r_m. */
export const DEPTH_FIELD = {
  kind: 'whole',
  least: 1,
  most: 8,
  default: 4,
  description: 'm, the length of the move sequences in p_m and r_m.',
} as const;

const MAX_PLIES = 600;

/** Tool that plays moves by the rules. */
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
    const automaton = CHESS_AUTOMATA[line.value.variant];
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

/** The first move of a line that cannot be played. */
export interface FailedMove {
  readonly ply: number;
  /** The move as it is written. */
  readonly written: string;
  /** Reason, as the end of a sentence. */
  readonly reason: string;
}

/** The main line of a game, replayed. */
export interface ReplayedLine {
  readonly variant: ChessVariant;
  /** The start position and the position after each move that could be played; SAN in export format. */
  readonly plies: readonly [HistoryPly, ...HistoryPly[]];
  readonly failed: FailedMove | undefined;
  /** Returns a ply with the number of its move: `8...Ne4`; `start` for ply 0. */
  readonly moveName: (ply: number) => string;
}

/**
 * Plays moves from a start. `moves` is movetext in SAN, with or without numbers, or a whole PGN game, whose own tags
 * then name the start. The error is the reason why nothing can be played.
 */
export function replayLine(
  moves: string,
  startFen: string | undefined,
  variant: ChessVariant | undefined,
): Result<ReplayedLine, string> {
  const tags = [
    ...(variant === 'chess960' ? ['[Variant "Chess960"]'] : []),
    ...(startFen === undefined ? [] : [`[FEN "${startFen.replace(/["\\\r\n]/g, ' ')}"]`]),
  ];
  // a text without a move or a tag is no game, but still the start of one
  const movetext = moves.trim() === '' ? '*' : moves;
  const text = tags.length === 0 ? movetext : `${tags.join('\n')}\n\n${movetext}`;
  const { chunks, offsets } = readPgn(text);
  const games = chunks.flatMap((chunk, c) => (isGame(chunk) ? [{ chunk, offset: offsets[c] ?? 0 }] : []));
  const [whole] = chunks;
  const [first = whole && { chunk: whole, offset: 0 }] = games;
  if (first === undefined) return err('there is no game');
  if (games.length > 1) return err('the moves must be those of one game, but other games, or tags after moves, follow');
  const tree = buildTree(first.chunk, first.offset);
  const found = readTags(text, tree);
  const start = gameStart(text, found);
  if (start.state === undefined) {
    const why = start.fen?.refusal ?? 'its variant is not supported';
    return err(`the start position is invalid: ${why}`);
  }
  const played = replay(text, tree, start);
  const numbering: Numbering = gameNumbering(start, found) ?? { turn: 0, first: 1 };
  const { plies, failed } = mainLine(text, played);
  const moveName = (ply: number): string =>
    ply === 0 ? 'start' : `${numberText(numbering, ply)}${plies[ply]?.san ?? ''}`;
  return ok({ variant: start.variant, plies, failed, moveName });
}

function mainLine(text: string, played: Replay): Pick<ReplayedLine, 'plies' | 'failed'> {
  const { tree, status, frames, moves } = played;
  const plies: [HistoryPly, ...HistoryPly[]] = [{ ply: 0, fen: fenAfter(played, -1) ?? '' }];
  for (let m = 0; m < tree.moveToken.length; m++) {
    if (tree.nodeKind[tree.moveNode[m] ?? -1] !== MOVETEXT) continue;
    const ply = plies.length;
    const written = moveText(text, tree, m);
    if (status[m] !== PLAYED) {
      return { plies, failed: { ply, written: written.slice(0, 20), reason: failureReason(text, played, m).message } };
    }
    const isNull = tree.chunk.kinds[tree.moveToken[m] ?? -1] === NULL_MOVE;
    const san = isNull ? written : printSan(frames, ((tree.movePrevious[m] ?? -1) + 1) * FRAME, moves[m] ?? 0);
    plies.push({ ply, san, fen: fenAfter(played, m) ?? '' });
  }
  return { plies, failed: undefined };
}
