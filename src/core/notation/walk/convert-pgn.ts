import { plural } from '../../base/text/counts.ts';
import { applyEdits } from '../../base/text/range.ts';
import { type ChessVariant, isChessVariant } from '../../games/chess/chess-variants.ts';
import { moveName } from '../../games/chess/moves.ts';
import { INITIAL_FEN, printChess } from '../../games/chess/state.ts';
import { continuation, nextMoves } from '../pgn/board-position.ts';
import { isGame, readChunk } from '../pgn/document.ts';
import { printMovetext } from '../pgn/print-movetext.ts';
import {
  FAILED,
  failureReason,
  moveText,
  numberBefore,
  PLAYED,
  type Replay,
  readGame,
  stateAfter,
  unknownStartReason,
} from '../pgn/replay.ts';
import { tagNamed } from '../pgn/tags.ts';
import { tokenRange } from '../pgn/tree.ts';
import { PgnAnnotator } from '../predictions/annotate-pgn.ts';
import { pgnPredictions } from '../predictions/pgn-predictions.ts';
import type { Annotation } from '../predictions/prediction.ts';
import { printWalk } from './annotate-walk.ts';
import { readWalks } from './read-walk.ts';
import { replayWalk, walkHistory } from './replay-walk.ts';
import { replayedPredictions } from './walk-predictions.ts';
import type { WorldLookup } from './walk-world.ts';

/** Something that a conversion leaves out, with its offset in the text. */
interface Omission {
  readonly offset: number;
  /** Text without a period. */
  readonly message: string;
}

/** A converted text; `left` is the number of games or walks that are left out. */
export interface Conversion {
  readonly text: string;
  readonly count: number;
  readonly left: number;
  readonly leftOut: readonly Omission[];
}

/**
 * Converts the main lines of a PGN's games to walks of chess, up to the first illegal move, with their predictions.
 * Games with an unknown start are left out.
 */
export function pgnToWalks(text: string): Conversion {
  const walks: string[] = [];
  const leftOut: Omission[] = [];
  let left = 0;
  for (let offset = 0; offset < text.length; ) {
    const at = offset;
    const chunk = readChunk(text, at);
    const own = text.slice(at, at + chunk.length);
    offset += chunk.length;
    if (!isGame(chunk)) continue;
    const walk = gameToWalk(own, (message, from) => leftOut.push({ offset: at + from, message }));
    if (walk === undefined) left++;
    else walks.push(walk);
  }
  return { text: walks.join('\n'), count: walks.length, left, leftOut };
}

/** @param leaveOut called with a message and its offset in the game */
function gameToWalk(text: string, leaveOut: (message: string, at: number) => void): string | undefined {
  const game = readGame(text);
  const { replay, tags } = game;
  const state = stateAfter(replay, -1);
  const begin = /^\uFEFF?\s*/.exec(text)?.[0].length ?? 0;
  if (state === undefined) {
    leaveOut(`the game is left out: ${unknownStartReason(replay.start, 'walks are of')}`, begin);
    return undefined;
  }
  const line = continuation(-1, nextMoves(replay.tree));
  const end = line.findIndex((move) => replay.status[move] !== PLAYED || replay.moves[move]! < 0);
  const actions = line.slice(0, end < 0 ? line.length : end).map((move) => moveName(replay.moves[move]!));
  const start = printChess(state);
  const [white = '?', black = '?'] = ['White', 'Black'].map((name) => tagNamed(tags, name)?.value);
  const comments = white === '?' && black === '?' ? [] : [`${white} – ${black}`];
  const all = pgnPredictions(text);
  const main = all.filter(({ path }) => path.length === 0);
  const predictions = main.flatMap(({ ply: at, label, fen }) => (at > actions.length ? [] : [{ at, label, fen }]));
  if (end >= 0) {
    const move = line[end]!;
    const dropped = main.length - predictions.length;
    const what = [plural(line.length - end, 'move'), ...(dropped === 0 ? [] : [plural(dropped, 'prediction')])];
    leaveOut(
      `${numberBefore(replay, move)}${moveText(text, replay.tree, move)} ${notActionReason(text, replay, move)}: ${what.join(' and ')} left out from there on`,
      tokenRange(replay.tree, replay.tree.moveToken[move]!).start,
    );
  }
  if (all.length > main.length)
    leaveOut(`${plural(all.length - main.length, 'prediction')} in variations left out`, begin);
  return printWalk({
    comments,
    world: replay.start.variant,
    start: start === INITIAL_FEN ? undefined : start,
    actions,
    predictions,
  });
}

/** Returns the reason why a move is no action of a walk, as text to follow the move. */
function notActionReason(text: string, replay: Replay, move: number): string {
  if (replay.status[move] === PLAYED) return 'passes the turn, which no action of a walk does';
  if (replay.status[move] === FAILED) return `cannot be played: ${failureReason(text, replay, move).message}`;
  return 'cannot be played: what stands before it cannot be read';
}

/**
 * Converts the walks of chess and Chess960 to games of a PGN, up to the first illegal action, with their predictions;
 * others are left out.
 */
export function walksToPgn(text: string, lookup: WorldLookup): Conversion {
  const games: string[] = [];
  const annotations: Annotation[] = [];
  const leftOut: Omission[] = [];
  let left = 0;
  for (const walk of readWalks(text).walks) {
    const replayed = replayWalk(walk, lookup);
    const id = replayed.opened?.world.automaton.id;
    const { illegal, fault } = replayed;
    if (!isChessVariant(id) || replayed.states.length === 0) {
      const reason = fault?.message ?? `games are of chess and Chess960, not ${walk.world.text}`;
      leftOut.push({ offset: walk.world.range.start, message: `the walk is left out: ${reason}` });
      left++;
      continue;
    }
    if (illegal !== undefined) {
      const { text: action, range } = walk.actions[illegal]!;
      const message = `${action} is not legal: ${plural(walk.actions.length - illegal, 'action')} left out from there on`;
      leftOut.push({ offset: range.start, message });
    }
    const game = games.length;
    const history = walkHistory(replayed, replayed.states.length - 1);
    games.push(
      printGame(
        history.map(({ fen }) => fen)[0] ?? '',
        history.slice(1).map(({ san }) => san ?? ''),
        id,
      ),
    );
    for (const { label, fen, ply, trueFen } of replayedPredictions(replayed, game))
      if (trueFen !== undefined) annotations.push({ game, ply, label, fen });
  }
  const plain = games.join('\n');
  const annotator = new PgnAnnotator(annotations, 'skip', '\n');
  const edits = annotator.edits({ text: plain, from: 0, to: plain.length, isLast: true });
  return { text: applyEdits(plain, edits), count: games.length, left, leftOut };
}

function printGame(start: string, sans: readonly string[], variant: ChessVariant): string {
  const tags = ['Event', 'Site', 'Date', 'Round', 'White', 'Black'].map(
    (name) => `[${name} "${name === 'Date' ? '????.??.??' : '?'}"]`,
  );
  tags.push('[Result "*"]');
  if (variant === 'chess960') tags.push('[Variant "Chess960"]');
  if (start !== INITIAL_FEN) tags.push('[SetUp "1"]', `[FEN "${start}"]`);
  return `${tags.join('\n')}\n\n${printMovetext(start, sans, '*')}`;
}
