import { Chess } from 'chessops/chess';
import { makeBoardFen, parseFen } from 'chessops/fen';
import { parseSan } from 'chessops/san';
import { isNormal } from 'chessops/types';
import { makeUci, squareFile } from 'chessops/util';
import { encodeState, isRenamed, lineKeyEntries } from '../../core/worlds/renamed-world.ts';
import type { StateTask, WorldTask } from '../model.ts';

/** Variables of templates for worlds: the task as text, and nothing else of its walk. */
export interface WorldVariables {
  /** Title of the world: `Othello`. */
  readonly world: string;
  /** Descriptions of a state's text and of the names of actions. */
  readonly stateForm: string;
  readonly actionForm: string;
  /** Meaning of the walk's renamed actions, one per line after an introductory line; empty without renamed actions. */
  readonly key: string;
  /** State before the first action. */
  readonly start: string;
  /** Actions with spaces between them; `(none)` if there are none. */
  readonly actions: string;
}

/** Returns the variables of a task. */
export const worldVariables = (task: WorldTask): WorldVariables => ({
  world: task.world.title,
  stateForm: task.world.stateForm,
  actionForm: task.world.actionForm,
  // Replayed only for a template that uses it.
  get key() {
    return keyText(task);
  },
  start: encodeState(task.world, task.startFen),
  actions: task.moves.length === 0 ? '(none)' : task.moves.join(' '),
});

function keyText({ world, startFen, moves }: WorldTask): string {
  if (!isRenamed(world)) return '';
  const start = world.automaton.parse(startFen);
  const entries = start.ok ? lineKeyEntries(world, start.value, moves) : [];
  const lines = entries.map(({ code, action }) => `${code} = ${action}`);
  const key = `Each code stands for ${world.original.actionForm}. These are the codes below:\n${lines.join('\n')}\n\n`;
  const { stateCode } = world;
  if (stateCode === undefined) return key;
  const head = 'States are in a code, too: each letter and digit of the first line is written as the sign under it.';
  return `${key}${head}\n${stateCode.known}\n${stateCode.written}\nUpper case follows lower case, and other signs stay.\n\n`;
}

/**
 * Returns the moves of a task in UCI, up to the first that cannot be played: `e2e4 e7e5 e1g1`. Castling is the king's two steps in chess,
 * and the king onto its rook in Chess960.
 */
export function uciMoves(task: StateTask): string[] {
  return replayed(task).written;
}

/**
 * Returns the board after the moves of a task, up to the first that cannot be played, as a FEN writes it; undefined without a start.
 */
export function boardAfter(task: StateTask): string | undefined {
  const { chess } = replayed(task);
  return chess && makeBoardFen(chess.board);
}

function replayed({ variant, startFen, moves }: StateTask): { written: string[]; chess?: Chess } {
  const position = parseFen(startFen).chain((setup) => Chess.fromSetup(setup));
  if (position.isErr) return { written: [] };
  const chess = position.value;
  const written: string[] = [];
  for (const san of moves) {
    const move = parseSan(chess, san);
    if (move === undefined) break;
    let { to } = move;
    if (isNormal(move) && variant === 'chess' && chess.board.getRole(move.from) === 'king') {
      const ontoRook = chess.board[chess.turn].has(to);
      if (ontoRook) to = to - squareFile(to) + (squareFile(to) > squareFile(move.from) ? 6 : 2);
    }
    written.push(makeUci({ ...move, to }));
    chess.play(move);
  }
  return { written, chess };
}
