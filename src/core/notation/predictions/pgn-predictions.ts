import type { Range } from '../../base/text/range.ts';
import type { ChessVariant } from '../../games/chess/chess-variants.ts';
import type { HistoryPly } from '../../metrics/placement.ts';
import { commandsIn } from '../pgn/comment-commands.ts';
import { type GameFilter, isGame, type PgnDocument, readPgn } from '../pgn/document.ts';
import { fenAfter, moveText, PLAYED, type Replay, replay, unknownPositionReason } from '../pgn/replay.ts';
import { gameStart, readTags } from '../pgn/tags.ts';
import { buildTree, type GameTree, tokenRange } from '../pgn/tree.ts';
import { LinePaths, type VariationStep } from '../pgn/tree-lookup.ts';
import type { ChessPrediction, Label } from './prediction.ts';
import { type CommandValue, readCommandValue } from './prediction-syntax.ts';

/** The opening of each prediction in a PGN. */
export const PGN_MARKER = '[%pfen';

/** A prediction found in a comment of a game. */
export interface CommentPrediction {
  readonly value: CommandValue;
  readonly range: Range;
  /** The comment's token. */
  readonly token: number;
  /** The move whose position it refers to; -1 is the start position. */
  readonly move: number;
}

/** Returns the well-formed predictions of a game, in text order. */
export function findPredictions(text: string, tree: GameTree): CommentPrediction[] {
  const found: CommentPrediction[] = [];
  tree.commentToken.forEach((token, i) => {
    const { start, end } = tokenRange(tree, token);
    for (const command of commandsIn(text, 'pfen', start, end)) {
      const value = command.closed ? readCommandValue(text, command.valueStart, command.valueEnd) : undefined;
      if (value === undefined || typeof value === 'string') continue;
      found.push({ value, range: { start: command.start, end: command.end }, token, move: tree.commentMove[i]! });
    }
  });
  return found;
}

/**
 * Builds trees and replays of the document's games. Keeps the last game with its printed positions, since predictions
 * are requested game by game and several refer to one line.
 */
class Replays {
  readonly #document: PgnDocument;
  #chunk = -1;
  #last: Replay | undefined;
  #entries: (HistoryPly | undefined)[] = [];

  constructor(document: PgnDocument) {
    this.#document = document;
  }

  get text(): string {
    return this.#document.text;
  }

  of(chunk: number): Replay {
    if (this.#last === undefined || this.#chunk !== chunk) {
      const { text, chunks, offsets } = this.#document;
      const tree = buildTree(chunks[chunk]!, offsets[chunk]!);
      this.#last = replay(text, tree, gameStart(text, readTags(text, tree)));
      this.#chunk = chunk;
      this.#entries = [];
    }
    return this.#last;
  }

  /** Returns the position after a move (-1: the start), undefined if it is unknown. */
  entry(chunk: number, move: number): HistoryPly | undefined {
    const replayed = this.of(chunk);
    const known = this.#entries[move + 1];
    if (known !== undefined) return known;
    const fen = fenAfter(replayed, move);
    if (fen === undefined) return undefined;
    const { tree } = replayed;
    const entry = move < 0 ? { ply: 0, fen } : { ply: tree.movePly[move]!, san: moveText(this.text, tree, move), fen };
    this.#entries[move + 1] = entry;
    return entry;
  }
}

class PgnPrediction implements ChessPrediction {
  readonly label: Label;
  readonly fen: string | undefined;
  readonly range: Range;
  readonly fenRange: Range;
  readonly game: number;
  readonly ply: number;
  readonly path: readonly VariationStep[];
  readonly san: string | undefined;
  readonly variant: ChessVariant;
  readonly #replays: Replays;
  readonly #chunk: number;
  readonly #move: number;

  constructor(
    found: CommentPrediction,
    replays: Replays,
    paths: LinePaths,
    chunk: number,
    game: number,
    variant: ChessVariant,
  ) {
    const { tree } = replays.of(chunk);
    const { move } = found;
    this.label = found.value.label;
    this.fen = found.value.fen;
    this.range = found.range;
    this.fenRange = { start: found.value.fenStart, end: found.value.fenEnd };
    this.game = game;
    this.ply = move < 0 ? 0 : tree.movePly[move]!;
    this.path = move < 0 ? [] : paths.pathOf(tree.moveNode[move]!);
    this.san = move < 0 ? undefined : moveText(replays.text, tree, move);
    this.variant = variant;
    this.#replays = replays;
    this.#chunk = chunk;
    this.#move = move;
  }

  get trueFen(): string | undefined {
    return this.#replays.entry(this.#chunk, this.#move)?.fen;
  }

  get unknown(): string | undefined {
    return unknownPositionReason(this.#replays.text, this.#replays.of(this.#chunk), this.#move);
  }

  history(): readonly HistoryPly[] {
    const { tree, status } = this.#replays.of(this.#chunk);
    if (this.#move >= 0 && status[this.#move] !== PLAYED) return [];
    const entries: HistoryPly[] = [];
    for (let m = this.#move; ; m = tree.movePrevious[m]!) {
      const entry = this.#replays.entry(this.#chunk, m);
      if (entry === undefined) return [];
      entries.push(entry);
      if (m < 0) return entries.reverse();
    }
  }
}

/** Returns the predictions of a PGN text, in text order. Positions are computed on demand. */
export const pgnPredictions = (text: string): ChessPrediction[] =>
  text.includes(PGN_MARKER) ? gamesPredictions(text, 0).predictions : [];

/**
 * Returns the predictions of a part of a PGN text that starts at a game, and the number of its games.
 *
 * @param first number of its first game
 * @param isWanted filter of games; called for those with predictions
 */
export function gamesPredictions(
  text: string,
  first: number,
  isWanted?: GameFilter,
): { readonly predictions: ChessPrediction[]; readonly games: number } {
  const predictions: ChessPrediction[] = [];
  const document = readPgn(text);
  const replays = new Replays(document);
  let games = 0;
  let next = text.indexOf(PGN_MARKER);
  for (const [c, chunk] of document.chunks.entries()) {
    if (!isGame(chunk)) continue;
    const game = first + games++;
    const offset = document.offsets[c]!;
    const end = document.offsets[c + 1]!;
    if (next >= 0 && next < offset) next = text.indexOf(PGN_MARKER, offset);
    if (next < 0 || next >= end) continue;
    const tree = buildTree(chunk, offset);
    const found = findPredictions(text, tree);
    if (found.length === 0 || isWanted?.(text, chunk, offset) === false) continue;
    const { variant } = replays.of(c).start;
    const paths = new LinePaths(tree);
    for (const prediction of found) predictions.push(new PgnPrediction(prediction, replays, paths, c, game, variant));
  }
  return { predictions, games };
}
