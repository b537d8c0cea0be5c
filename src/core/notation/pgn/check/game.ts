import { FRAME } from '../../../games/chess/frame.ts';
import type { NotationCheckOptions } from '../../diagnostics/check-options.ts';
import type { GameChunk } from '../document.ts';
import { replay } from '../replay.ts';
import { gameStart } from '../start.ts';
import { readTags } from '../tags.ts';
import { bitsOf, OPEN_TAG_VALUE } from '../tokens.ts';
import { buildTree, type GameTree } from '../tree.ts';
import { checkAnnotations } from './annotations.ts';
import { checkByteOrderMarks, checkCharacters } from './characters.ts';
import { checkCommands } from './commands.ts';
import { GameFindings } from './findings.ts';
import { isLateStart } from './late-start.ts';
import { checkMoves } from './moves.ts';
import { checkNumbers } from './numbers.ts';
import { closeComments } from './plain-comments.ts';
import { checkResult } from './result.ts';
import { checkRoster } from './roster.ts';
import { checkStructure } from './structure.ts';
import { checkSyntax } from './syntax.ts';
import { checkTagValues } from './tag-values.ts';
import { checkTags } from './tags.ts';
import { checkVariant } from './variant-moves.ts';

let frames: Int32Array = new Int32Array(256 * FRAME);

/** Keep no more words of frames from one game to the next than this. */
const MAX_KEPT = 4096 * FRAME;

/**
 * All diagnostics of a chunk at `offset` of a text, in no order; `game` is the index that they are to carry, undefined
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
  checkStructure(text, tree, close, findings);
  // a value may go on in the next line
  if ((tree.chunk.has & bitsOf(OPEN_TAG_VALUE)) !== 0 && tree.chunk.kinds.includes(OPEN_TAG_VALUE)) findings.doubt();
  if (!isGame) return;
  checkTags(text, tags, start, findings);
  checkTagValues(text, tree, tags, start, options.strictExport === true, findings);
  if (options.strictExport === true) checkRoster(text, tree, tags, findings);
  const replayed = replay(text, tree, start, frames);
  if (replayed.frames.length > frames.length && replayed.frames.length <= MAX_KEPT) frames = replayed.frames;
  if (!isLateStart(text, replayed, findings)) {
    checkMoves(text, replayed, options.strictExport === true, findings);
    checkNumbers(text, replayed, tags, findings);
  }
  if (start.variantGame !== undefined) checkVariant(text, tree, start.variantGame, findings);
  checkResult(text, replayed, tags, findings);
  checkCommands(text, tree, start.variant, options.predictions === true, close, findings);
  checkAnnotations(text, tree, close, findings);
}
