import type { TextBlock } from '../../base/text/long-text-edits.ts';
import type { TextEdit } from '../../base/text/range.ts';
import { TURN } from '../../games/chess/frame.ts';
import { BLANK, characterClass } from '../pgn/characters.ts';
import { commandsIn } from '../pgn/comment-commands.ts';
import { type GameFilter, isGame, readChunk } from '../pgn/document.ts';
import { fenAfter, type Replay, replay } from '../pgn/replay.ts';
import { type GameStart, gameStart, readTags } from '../pgn/tags.ts';
import { annotates, COMMENT, isTrivia, LINE_COMMENT, MOVE, NULL_MOVE } from '../pgn/tokens.ts';
import { buildTree, type GameTree, MOVETEXT, TAG_SECTION, tokenRange } from '../pgn/tree.ts';
import { LinePaths } from '../pgn/tree-lookup.ts';
import {
  blackNumberLength,
  canStartLine,
  holdsOnly,
  isTightComment,
  lineEndLength,
  PositionLabels,
  printComment,
  startsLine,
  WaitingAnnotations,
} from './annotation-form.ts';
import { findPredictions } from './pgn-predictions.ts';
import { type Annotation, isOtherPosition, type Label, type SameLabel } from './prediction.ts';
import { printCommand } from './prediction-syntax.ts';

/** The predictions to write at one ply. */
interface Place {
  readonly labels: PositionLabels;
  readonly lines: { label: Label; fen: string | undefined }[];
}

/** Writes predictions into a PGN text, whole or in blocks that each start at a game. */
export class PgnAnnotator {
  written = 0;
  skipped = 0;
  /** Annotations of games that the filter rejects. */
  leftOut = 0;
  /** Annotations of other positions than those in the text. */
  other = 0;
  readonly #annotations: readonly Annotation[];
  readonly #sameLabel: SameLabel;
  readonly #lineEnd: string;
  readonly #isWanted: GameFilter | undefined;
  readonly #waiting: WaitingAnnotations;
  #game = -1;

  /** @param lineEnd the most frequent line ending of the whole text */
  constructor(annotations: readonly Annotation[], sameLabel: SameLabel, lineEnd: string, isWanted?: GameFilter) {
    this.#annotations = annotations;
    this.#sameLabel = sameLabel;
    this.#lineEnd = lineEnd;
    this.#isWanted = isWanted;
    this.#waiting = new WaitingAnnotations(annotations);
  }

  /** Indices of the annotations that found no place, ascending; complete after the last block. */
  get missing(): readonly number[] {
    return this.#waiting.missing;
  }

  /** Returns the edits of the next block, sorted. */
  edits({ text, from, to }: TextBlock): TextEdit[] {
    const edits: TextEdit[] = [];
    for (let at = from; at < to; ) {
      const chunk = readChunk(text, at);
      if (isGame(chunk)) {
        const wanted = this.#waiting.take(++this.#game);
        if (wanted !== undefined && this.#isWanted?.(text, chunk, at) === false) this.leftOut += wanted.length;
        else if (wanted !== undefined) edits.push(...this.#gameEdits(text, buildTree(chunk, at), wanted));
      }
      at += chunk.length;
    }
    return edits.sort((a, b) => a.range.start - b.range.start);
  }

  #gameEdits(text: string, tree: GameTree, wanted: readonly number[]): TextEdit[] {
    const edits: TextEdit[] = [];
    const start = gameStart(text, readTags(text, tree));
    const moves = new MovesByPlace(tree);
    const places = new Map<number, Place>();
    const found = findPredictions(text, tree);
    let played: Replay | undefined;
    for (const i of wanted) {
      const annotation = this.#annotations[i]!;
      const move = moves.find(annotation);
      if (move === undefined) {
        this.#waiting.giveUp(i);
        continue;
      }
      if (annotation.trueFen !== undefined) {
        played ??= replay(text, tree, start);
        const fen = fenAfter(played, move);
        if (fen !== undefined && isOtherPosition(fen, annotation.trueFen)) {
          this.other++;
          continue;
        }
      }
      let place = places.get(move);
      if (place === undefined) {
        place = { labels: new PositionLabels(found.filter((f) => f.move === move)), lines: [] };
        places.set(move, place);
      }
      const label = place.labels.take(annotation.label, this.#sameLabel);
      if (label === undefined) {
        this.skipped++;
        continue;
      }
      this.written++;
      if ('range' in label) edits.push({ range: label.range, newText: printCommand(annotation.label, annotation.fen) });
      else place.lines.push({ label, fen: annotation.fen });
    }
    for (const [move, { lines }] of places) {
      if (lines.length > 0) edits.push(insertion(text, tree, start, move, lines, this.#lineEnd));
    }
    return edits;
  }
}

/** Finds moves by path and ply; -1 is the start position. */
class MovesByPlace {
  readonly #tree: GameTree;
  readonly #paths: LinePaths;
  readonly #moves = new Map<string, number>();

  constructor(tree: GameTree) {
    this.#tree = tree;
    this.#paths = new LinePaths(tree);
    tree.moveNode.forEach((node, m) => {
      this.#moves.set(`${node} ${tree.movePly[m]}`, m);
    });
  }

  find({ ply, path = [] }: Annotation): number | undefined {
    if (ply !== 0) return this.#moves.get(`${this.#paths.nodeAt(path)} ${ply}`);
    // a comment before the first move of a game without tags would belong to the previous game
    const isFirst = this.#tree.offset === 0 || this.#tree.nodeKind.includes(TAG_SECTION);
    return path.length === 0 && isFirst ? -1 : undefined;
  }
}

/** Returns the last token that belongs to a move: its glyphs and comments, else the move itself. */
function lastAttached({ chunk: { kinds }, moveToken }: GameTree, move: number): number {
  let last = moveToken[move]!;
  for (let t = last + 1; t < kinds.length; t++) {
    if (annotates(kinds[t]!)) last = t;
    else if (!isTrivia(kinds[t]!)) break;
  }
  return last;
}

function insertion(
  text: string,
  tree: GameTree,
  start: GameStart,
  move: number,
  lines: readonly { label: Label; fen: string | undefined }[],
  lineEnd: string,
): TextEdit {
  const comments = (tight: boolean): string[] => lines.map(({ label, fen }) => printComment(label, fen, tight));
  if (move < 0) return startInsertion(text, tree, comments, lineEnd);
  return insertionAfter(text, tree, lastAttached(tree, move), numberAfter(tree, start, move), comments, lineEnd);
}

/** Returns edits at the start position: after the comments there, else on separate lines before the movetext. */
function startInsertion(
  text: string,
  tree: GameTree,
  comments: (tight: boolean) => string[],
  lineEnd: string,
): TextEdit {
  const { kinds } = tree.chunk;
  const movetext = tree.nodeKind.indexOf(MOVETEXT);
  if (movetext < 0) {
    let last = kinds.length - 1;
    while (isTrivia(kinds[last]!)) last--;
    return insertionAfter(text, tree, last, '', comments, lineEnd, false);
  }
  const first = tree.nodeFirst[movetext]!;
  let last = -1;
  for (let t = first; t < kinds.length && (annotates(kinds[t]!) || isTrivia(kinds[t]!)); t++) {
    if (kinds[t] === COMMENT || kinds[t] === LINE_COMMENT) last = t;
    else if (!isTrivia(kinds[t]!)) break;
  }
  if (last >= 0) return insertionAfter(text, tree, last, '', comments, lineEnd);
  const { start } = tokenRange(tree, first);
  let lineStart = start;
  while (lineStart > 0 && characterClass(text.charCodeAt(lineStart - 1)) === BLANK) lineStart--;
  if (startsLine(text, lineStart)) {
    return {
      range: { start: lineStart, end: lineStart },
      newText: comments(false)
        .map((c) => c + lineEnd)
        .join(''),
    };
  }
  let before = first - 1;
  while (isTrivia(kinds[before]!)) before--;
  return insertionAfter(text, tree, before, '', comments, lineEnd, false);
}

/** Returns the edit after a token, in one of the forms of `annotation-form.ts`. */
function insertionAfter(
  text: string,
  tree: GameTree,
  last: number,
  blackNumber: string,
  comments: (tight: boolean) => string[],
  lineEnd: string,
  canMove = true,
): TextEdit {
  const { kinds } = tree.chunk;
  const { start, end: at } = tokenRange(tree, last);
  const lines = (tight: boolean): string =>
    comments(tight)
      .map((c) => lineEnd + c)
      .join('');
  if (isRunComment(text, kinds[last]!, start, at))
    return { range: { start: at, end: at }, newText: lines(isTightComment(text, start)) };
  let next = last + 1;
  while (next < kinds.length && isTrivia(kinds[next]!)) next++;
  if (blackNumber !== '' && (kinds[next] === MOVE || kinds[next] === NULL_MOVE)) {
    return { range: { start: at, end: at }, newText: lines(false) + lineEnd + blackNumber };
  }
  const isOneSpace = next < kinds.length && tokenRange(tree, next).start === at + 1 && text.charAt(at) === ' ';
  if (canMove && isOneSpace && canStartLine(kinds[next]!) && blackNumberLength(text, at + 1) === 0) {
    return { range: { start: at, end: at + 1 }, newText: lines(false) + lineEnd };
  }
  return { range: { start: at, end: at }, newText: lines(lineEndLength(text, at) > 0) };
}

/** Returns true if a token is a prediction-only comment that starts its line: the next one joins its run. */
export function isRunComment(text: string, kind: number, start: number, end: number): boolean {
  if (kind !== COMMENT) return false;
  if (!startsLine(text, start)) return false;
  const commands = commandsIn(text, 'pfen', start, end);
  return commands.length > 0 && commands.every((c) => c.closed) && holdsOnly(text, start, end, commands);
}

/** Returns `12...` if Black's move would follow a move, else ''. */
export function numberAfter({ movePly }: GameTree, { state, fen }: GameStart, move: number): string {
  const turn = fen === undefined ? 0 : (state?.words[TURN] ?? fen.reading.turn ?? 0);
  const halfMoves = movePly[move]! + turn;
  return halfMoves % 2 === 0 ? '' : `${(fen?.reading.fullmoves ?? 1) + (halfMoves - 1) / 2}...`;
}
