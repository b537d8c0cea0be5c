import { FRAME } from '../core/games/chess/frame.ts';
import { playLoose, readLoose } from '../core/games/chess/san-loose.ts';
import { sanOf } from '../core/games/chess/san-print.ts';
import { printChess } from '../core/games/chess/state.ts';
import { isGame, readPgn } from '../core/pgn/document.ts';
import { fenAfter, moveText, PLAYED, type Replay, replay } from '../core/pgn/replay.ts';
import { gameStart } from '../core/pgn/start.ts';
import { readTags, tagNamed } from '../core/pgn/tags.ts';
import { NULL_MOVE } from '../core/pgn/tokens.ts';
import { buildTree, MOVETEXT } from '../core/pgn/tree.ts';
import type { Variant } from './model.ts';

/** The main line of a game, as far as a model can be asked about it. */
export interface MainLine {
  /** 0-based index of the game in its file. */
  readonly game: number;
  readonly variant: Variant;
  readonly startFen: string;
  /** SAN of the half-moves, up to the first that cannot be played or passes the turn. */
  readonly moves: readonly string[];
  /** Whether the line stops before its end for such a move. */
  readonly cut: boolean;
  /** The true state after so many half-moves, 0 to `moves.length`. */
  fenAt(ply: number): string;
  /** The value of a tag; undefined when the game has none of that name. */
  tag(name: string): string | undefined;
}

/** The main lines of a PGN, one after another; games whose start is not known are left out. */
export function* mainLines(text: string): Generator<MainLine> {
  const { chunks, offsets } = readPgn(text);
  let game = -1;
  for (const [i, chunk] of chunks.entries()) {
    if (!isGame(chunk)) continue;
    game++;
    const tree = buildTree(chunk, offsets[i] ?? 0);
    const tags = readTags(text, tree);
    const start = gameStart(text, tags);
    if (start.state === undefined) continue;
    const startFen = printChess(start.state);
    const played = replay(text, tree, start);
    const { nodes, moves, cut } = mainLine(text, played);
    const fenAt = (ply: number): string => fenAfter(played, nodes[ply - 1] ?? -1) ?? startFen;
    const tag = (name: string): string | undefined => tagNamed(tags, name)?.value;
    yield { game, variant: start.variant, startFen, moves, cut, fenAt, tag };
  }
}

function mainLine(text: string, played: Replay): { nodes: number[]; moves: string[]; cut: boolean } {
  const { tree, status, frames } = played;
  const nodes: number[] = [];
  const moves: string[] = [];
  let cut = false;
  for (let m = 0; m < tree.moveToken.length && !cut; m++) {
    if (tree.nodeKind[tree.moveNode[m] ?? 0] !== MOVETEXT) continue;
    const isNull = tree.chunk.kinds[tree.moveToken[m] ?? 0] === NULL_MOVE;
    const loose = isNull || status[m] !== PLAYED ? undefined : readLoose(moveText(text, tree, m));
    cut = loose === undefined;
    if (loose === undefined) continue;
    const from = ((tree.movePrevious[m] ?? -1) + 1) * FRAME;
    // Played again onto its own frame, to learn which move the text meant.
    const move = playLoose(frames, from, (m + 1) * FRAME, loose);
    nodes.push(m);
    moves.push(sanOf(frames, from, move));
  }
  return { nodes, moves, cut };
}
