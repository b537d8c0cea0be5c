import type { TextBlock } from '../../base/text/long-text-edits.ts';
import type { Range, TextEdit } from '../../base/text/range.ts';
import { characterClass, DIGIT, isLetter, OTHER } from '../pgn/characters.ts';
import { commandsIn } from '../pgn/comment-commands.ts';
import { isGame, readChunk } from '../pgn/document.ts';
import {
  COMMENT,
  ESCAPE,
  LINE_COMMENT,
  MOVE,
  MOVE_MARK,
  MOVE_NUMBER,
  NAG,
  NULL_MOVE,
  OPEN_TAG_VALUE,
  RESULT,
  STRAY,
  WHITESPACE,
} from '../pgn/tokens.ts';
import { buildTree, type GameTree, MOVETEXT, tokenRange } from '../pgn/tree.ts';
import { isRunComment } from './annotate-pgn.ts';
import {
  blackNumberLength,
  canStartLine,
  holdsOnly,
  isTightComment,
  lineEndBefore,
  lineEndLength,
} from './annotation-form.ts';
import { PGN_MARKER } from './pgn-predictions.ts';
import { readCommandValue } from './prediction-syntax.ts';

/** Returns edits that remove predictions from the games of a PGN text; undoes `PgnAnnotator` to the byte. */
export function removePgnPredictions(
  { text, from, to }: TextBlock,
  matches: (label: string) => boolean,
): { edits: TextEdit[]; removed: number } {
  const edits: TextEdit[] = [];
  let removed = 0;
  let next = text.indexOf(PGN_MARKER, from);
  for (let at = from; next >= 0 && next < to; ) {
    const chunk = readChunk(text, at);
    const end = at + chunk.length;
    if (next < end && isGame(chunk)) {
      const game = new GameRemoval(text, buildTree(chunk, at), matches);
      game.run();
      edits.push(...game.edits);
      removed += game.removed;
    }
    if (next < end) next = text.indexOf(PGN_MARKER, end);
    at = end;
  }
  return { edits, removed };
}

class GameRemoval {
  readonly edits: TextEdit[] = [];
  removed = 0;
  readonly #text: string;
  readonly #tree: GameTree;
  readonly #matches: (label: string) => boolean;

  constructor(text: string, tree: GameTree, matches: (label: string) => boolean) {
    this.#text = text;
    this.#tree = tree;
    this.#matches = matches;
  }

  run(): void {
    const { commentToken } = this.#tree;
    for (let i = 0; i < commentToken.length; i++) {
      const run = this.#runFrom(i);
      if (run.length > 0) {
        this.#removeRun(run);
        i += run.length - 1;
      } else this.#removeComment(commentToken[i]!);
    }
  }

  /** Returns the prediction-only comments on consecutive lines, starting with comment `i`. */
  #runFrom(i: number): number[] {
    const { commentToken, chunk } = this.#tree;
    const run: number[] = [];
    for (let k = i; k < commentToken.length; k++) {
      const token = commentToken[k]!;
      const { start, end } = tokenRange(this.#tree, token);
      if (run.length > 0) {
        const before = run[run.length - 1]!;
        const gap = tokenRange(this.#tree, before).end;
        if (token !== before + 2 || start - gap !== lineEndLength(this.#text, gap)) break;
      }
      if (!isRunComment(this.#text, chunk.kinds[token]!, start, end)) break;
      run.push(token);
    }
    return run;
  }

  /** Returns true if every command of a comment is to be removed, false if none or only some are. */
  #wholly(token: number): boolean {
    const { start, end } = tokenRange(this.#tree, token);
    return commandsIn(this.#text, 'pfen', start, end).every(
      ({ closed, valueStart, valueEnd }) => closed && this.#isMatch(valueStart, valueEnd),
    );
  }

  #isMatch(start: number, end: number): boolean {
    const value = readCommandValue(this.#text, start, end);
    return typeof value !== 'string' && this.#matches(value.label.text);
  }

  #count(token: number): void {
    const { start, end } = tokenRange(this.#tree, token);
    this.removed += commandsIn(this.#text, 'pfen', start, end).length;
  }

  #removeRun(run: readonly number[]): void {
    const gone = new Set(run.filter((token) => this.#wholly(token)));
    for (const token of gone) this.#count(token);
    const first = tokenRange(this.#tree, run[0]!).start;
    const { end } = tokenRange(this.#tree, run[run.length - 1]!);
    const atStart = this.#startsMovetext(run, end);
    if (gone.size === run.length && !atStart) {
      this.#removeWholeRun(run, first, end);
      return;
    }
    let leading = atStart;
    for (const token of run) {
      const range = tokenRange(this.#tree, token);
      if (!gone.has(token)) {
        leading = false;
        this.#removeComment(token);
      } else if (leading) this.#remove(range.start, range.end + lineEndLength(this.#text, range.end));
      else this.#remove(range.start - lineEndBefore(this.#text, range.start), range.end);
    }
  }

  /** Returns true if a run is on its own lines before the rest of the movetext. */
  #startsMovetext(run: readonly number[], end: number): boolean {
    const { nodeKind, nodeFirst, nodeEnd } = this.#tree;
    const movetext = nodeKind.indexOf(MOVETEXT);
    return (
      movetext >= 0 &&
      nodeFirst[movetext] === run[0] &&
      nodeEnd[movetext]! > run[run.length - 1]! + 1 &&
      lineEndLength(this.#text, end) > 0
    );
  }

  #removeWholeRun(run: readonly number[], first: number, end: number): void {
    const text = this.#text;
    const { kinds } = this.#tree.chunk;
    const start = first - lineEndBefore(text, first);
    const before = run[0]! - 2;
    const after = run[run.length - 1]! + 1;
    const lineEnd = lineEndLength(text, end);
    let to = end;
    let replacement = '';
    if (lineEnd > 0 && !isTightComment(text, tokenRange(this.#tree, run[run.length - 1]!).start)) {
      const number = blackNumberLength(text, end + lineEnd);
      if (number > 0) to = end + lineEnd + number;
      else if (
        kinds[after] === WHITESPACE &&
        tokenRange(this.#tree, after).end === end + lineEnd &&
        canStartLine(kinds[after + 1]!)
      ) {
        to = end + lineEnd;
        replacement = ' ';
      }
    }
    const beforeKind = before >= 0 && start < first ? kinds[before]! : -1;
    // a token that extends to the end of its line must not swallow what follows
    const takesLine = beforeKind === LINE_COMMENT || beforeKind === ESCAPE || beforeKind === OPEN_TAG_VALUE;
    if (takesLine && replacement !== '') {
      to = end;
      replacement = '';
    }
    if (!takesLine && replacement === '' && joins(beforeKind, text.charCodeAt(to))) replacement = ' ';
    if (takesLine && to < text.length && lineEndLength(text, to) === 0) this.#remove(first, end);
    else this.edits.push({ range: { start, end: to }, newText: replacement });
  }

  /** Removes predictions from a comment that stays, or the whole comment from its line. */
  #removeComment(token: number): void {
    const text = this.#text;
    const { start, end } = tokenRange(this.#tree, token);
    const commands = commandsIn(text, 'pfen', start, end);
    if (commands.length === 0) return;
    const isComment = this.#tree.chunk.kinds[token] === COMMENT;
    if (isComment && this.#wholly(token) && holdsOnly(text, start, end, commands)) {
      this.#count(token);
      const { start: from, end: to } = withOneBlank(text, { start, end });
      const beforeKind = from === start && token > 0 ? this.#tree.chunk.kinds[token - 1]! : WHITESPACE;
      const glue = to === end && joins(beforeKind, text.charCodeAt(to)) ? ' ' : '';
      this.edits.push({ range: { start: from, end: to }, newText: glue });
      return;
    }
    for (const command of commands) {
      if (!command.closed || !this.#isMatch(command.valueStart, command.valueEnd)) continue;
      this.removed++;
      const { start: from, end: to } = withOneBlank(text, command);
      this.#remove(Math.max(from, this.edits.at(-1)?.range.end ?? 0), to);
    }
  }

  #remove(start: number, end: number): void {
    this.edits.push({ range: { start, end }, newText: '' });
  }
}

/** Returns a range with the space before it if white space follows, else with the space after it if one precedes. */
function withOneBlank(text: string, { start, end }: Range): Range {
  const isBlank = (c: string): boolean => c === ' ' || c === '\t';
  const isGap = (c: string): boolean => isBlank(c) || c === '\n' || c === '\r' || c === '';
  if (isBlank(text.charAt(start - 1)) && isGap(text.charAt(end))) return { start: start - 1, end };
  if (isBlank(text.charAt(end)) && isGap(text.charAt(start - 1))) return { start, end: end + 1 };
  return { start, end };
}

/** Returns true if a token of a kind would merge with a word that starts with a character. */
function joins(kind: number, c: number): boolean {
  if (kind === NAG) return characterClass(c) === DIGIT || isLetter(c);
  const isWord =
    kind === MOVE ||
    kind === NULL_MOVE ||
    kind === MOVE_MARK ||
    kind === MOVE_NUMBER ||
    kind === RESULT ||
    kind === STRAY;
  return isWord && !Number.isNaN(c) && (characterClass(c) === OTHER || characterClass(c) === DIGIT);
}
