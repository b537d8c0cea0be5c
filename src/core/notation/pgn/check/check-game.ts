import { FRAME } from '../../../games/chess/frame.ts';
import type { NotationCheckOptions } from '../../diagnostic.ts';
import { characterClass, DIGIT } from '../characters.ts';
import type { GameChunk } from '../document.ts';
import { FAILED, type Replay, replay } from '../replay.ts';
import { gameStart, readTags } from '../tags.ts';
import { COMMENT, kindBits, MOVE, MOVE_NUMBER, NULL_MOVE, OPEN_PAREN, OPEN_TAG_VALUE } from '../tokens.ts';
import { buildTree, type GameTree, tokenEnd, tokenRange } from '../tree.ts';
import { checkPlayedOn } from './automatic-draws.ts';
import { checkByteOrderMarks, checkCharacters } from './characters.ts';
import { checkAnnotations, checkCommands } from './comment-commands.ts';
import { GameFindings } from './findings.ts';
import { lostParen } from './missing-parenthesis.ts';
import { checkGlyphs } from './move-marks.ts';
import { checkGluedNumbers, checkNumbers } from './move-numbers.ts';
import { checkMoves, checkVariant } from './moves.ts';
import { checkResult } from './result.ts';
import { checkStructure } from './structure.ts';
import { checkParens, checkSyntax } from './syntax.ts';
import { checkTagGaps, checkTags } from './tag-form.ts';
import { checkRoster } from './tag-names.ts';
import { checkTagValues } from './tag-values.ts';

let frames: Int32Array = new Int32Array(256 * FRAME);

/** Maximum number of frame words kept from one game to the next. */
const MAX_KEPT = 4096 * FRAME;

/**
 * Returns all diagnostics of a chunk at `offset` of a text, unordered; `game` is the index that they carry, undefined
 * for no game.
 */
export function checkGame(
  text: string,
  chunk: GameChunk,
  offset: number,
  game: number | undefined,
  options: NotationCheckOptions,
): GameFindings {
  const findings = new GameFindings(game);
  addAll(text, buildTree(chunk, offset), game !== undefined, options, findings);
  findings.close();
  return findings;
}

function addAll(
  text: string,
  tree: GameTree,
  isGame: boolean,
  options: NotationCheckOptions,
  findings: GameFindings,
): void {
  const tags = readTags(text, tree);
  const start = gameStart(text, tags);
  checkSyntax(text, tree, start.unknownVariant !== undefined, findings);
  const close = closeComments(text, tree);
  checkCharacters(text, tree, close, findings);
  checkByteOrderMarks(text, tree, findings);
  checkGlyphs(text, tree, findings);
  checkGluedNumbers(text, tree, findings);
  checkStructure(text, tree, close, findings);
  // a value may continue on the next line
  if ((tree.chunk.has & kindBits(OPEN_TAG_VALUE)) !== 0 && tree.chunk.kinds.includes(OPEN_TAG_VALUE)) findings.doubt();
  if (!isGame) {
    checkParens(text, tree, findings);
    return;
  }
  checkTags(text, tags, start, findings);
  checkTagGaps(text, tree, tags, findings);
  const replayed = replay(text, tree, start, frames);
  if (replayed.frames.length > frames.length && replayed.frames.length <= MAX_KEPT) frames = replayed.frames;
  checkTagValues(text, replayed, tags, options.strictExport === true, findings);
  if (options.strictExport === true) checkRoster(text, tree, tags, findings);
  const lost = lostParen(text, replayed);
  checkParens(text, tree, findings, lost);
  if (!isLateStart(text, replayed, findings)) {
    checkMoves(text, replayed, options.strictExport === true, findings, tags, lost?.move);
    // After a missing parenthesis, positions and numbers are those of other lines.
    if (lost === undefined) {
      checkNumbers(text, replayed, tags, findings);
      checkPlayedOn(replayed, findings);
    }
  }
  if (start.variantGame !== undefined) checkVariant(text, tree, start.variantGame, findings);
  checkResult(text, replayed, tags, findings);
  checkCommands(text, tree, start.variant, options.predictions === true, close, findings);
  checkAnnotations(text, tree, close, findings);
}

/**
 * Returns true if a game from the standard start begins with a later move number and cannot be played: its first moves
 * are missing, as in a split file or after a result among the moves. That is one problem, and is added to the findings.
 */
function isLateStart(text: string, { tree, start, status }: Replay, findings: GameFindings): boolean {
  if (start.state === undefined || start.fen !== undefined || !status.includes(FAILED)) return false;
  const { kinds } = tree.chunk;
  let plies = 0;
  for (let t = 0; t < kinds.length && plies < 2 && kinds[t] !== OPEN_PAREN; t++) {
    if (kinds[t] === MOVE || kinds[t] === NULL_MOVE) plies++;
    const range = tokenRange(tree, t);
    if (kinds[t] !== MOVE_NUMBER || characterClass(text.charCodeAt(range.start)) !== DIGIT) continue;
    const written = text.slice(range.start, range.end);
    if (Number.parseInt(written, 10) <= 1 + (plies >> 1)) return false;
    const message = `the game begins with ${written}: the moves before it are missing, so its moves are not checked`;
    findings.add('PGN_WRONG_MOVE_NUMBER', range, message, { ply: plies + 1 });
    return true;
  }
  return false;
}

/** Matches an ASCII comment on one line with only well-formed clocks and evaluations, as nearly all are. */
const PLAIN = /\{[ -Z\\-z|~]*(?:\[%(?:clk \d+:[0-5]\d:[0-5]\d(?:\.\d+)?|eval (?:-?\d+\.\d+|#-?\d+))\][ -Z\\-z|~]*)*\}/y;

/**
 * Returns the comments of a game (indices into `commentToken`) that need a detailed check, in order: they may contain
 * faulty commands, braces, line ends or characters. The others cannot, and are not copied out of the text.
 */
function closeComments(text: string, { chunk, offset, commentToken }: GameTree): number[] {
  const close: number[] = [];
  for (let i = 0; i < commentToken.length; i++) {
    const token = commentToken[i]!;
    PLAIN.lastIndex = offset + chunk.starts[token]!;
    const isPlain =
      chunk.kinds[token] === COMMENT && PLAIN.test(text) && PLAIN.lastIndex === offset + tokenEnd(chunk, token);
    if (!isPlain) close.push(i);
  }
  return close;
}
