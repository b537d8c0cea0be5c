import { inCheck } from '../games/chess/attacks.ts';
import { FRAME, FULLMOVES, TURN } from '../games/chess/frame.ts';
import { MAP } from '../games/chess/move-map.ts';
import { fillMap } from '../games/chess/movegen.ts';
import type { Range } from '../text/range.ts';
import { checkCommands } from './check-commands.ts';
import { checkSyntax } from './check-syntax.ts';
import { checkTags } from './check-tags.ts';
import type { GameChunk } from './document.ts';
import { GameFindings } from './findings.ts';
import { FAILED, failureReason, MOST_MOVES, moveText, PLAYED, type Replay, replay, UNCHECKED } from './replay.ts';
import { gameStart } from './start.ts';
import { readTags, type Tag, tagNamed } from './tags.ts';
import { NULL_MOVE, RESULT } from './tokens.ts';
import { buildTree, type GameTree, tokenRange } from './tree.ts';
import { resultOf } from './words.ts';

const map = new Int32Array(MAP);
let frames: Int32Array = new Int32Array(256 * FRAME);

/** Keep no more words of frames from one game to the next than this. */
const MOST_KEPT = 4096 * FRAME;

/** All diagnostics of a chunk at `offset` of a text; `game` is the index that they are to carry, undefined for no game. */
export function checkGame(
  text: string,
  chunk: GameChunk,
  offset: number,
  game: number | undefined,
  predictions: boolean,
): GameFindings {
  const findings = new GameFindings(game);
  const tree = buildTree(chunk, offset);
  checkSyntax(text, tree, findings);
  if (game === undefined) return findings;
  const tags = readTags(text, tree);
  const start = gameStart(text, tags);
  checkTags(text, tags, start, findings);
  const replayed = replay(text, tree, start, frames);
  if (replayed.frames.length > frames.length && replayed.frames.length <= MOST_KEPT) frames = replayed.frames;
  checkMoves(text, replayed, findings);
  checkResult(text, replayed, tags, findings);
  checkCommands(text, tree, start.variant, predictions, findings);
  return findings;
}

function checkMoves(text: string, replayed: Replay, findings: GameFindings): void {
  const { tree, status, start } = replayed;
  if (start.state !== undefined && status.length > MOST_MOVES) {
    const range = tokenRange(tree, tree.moveToken[MOST_MOVES]);
    findings.add('PGN_TOO_MANY_MOVES', range, `moves after the first ${MOST_MOVES} of a game are not checked`);
  }
  for (let m = 0; m < status.length; m++) {
    const token = tree.moveToken[m];
    const ply = tree.movePly[m];
    if (tree.chunk.kinds[token] === NULL_MOVE && status[m] !== FAILED) {
      findings.add('PGN_NULL_MOVE', tokenRange(tree, token), 'a null move: the turn is passed', { ply });
    }
    if (status[m] !== FAILED) continue;
    const reason = failureReason(text, replayed, m);
    const code =
      reason.kind === 'ambiguous'
        ? 'PGN_AMBIGUOUS_MOVE'
        : reason.kind === 'over'
          ? 'PGN_MOVE_AFTER_END'
          : 'PGN_ILLEGAL_MOVE';
    const what = reason.kind === 'ambiguous' ? '' : 'illegal move ';
    const related = uncheckedAfter(tree, status, m);
    findings.add(code, tokenRange(tree, token), `${what}${numbered(replayed, text, m)}: ${reason.message}`, {
      ply,
      ...(related === undefined
        ? {}
        : { related: [{ range: related, message: 'not checked, since the position here is not known' }] }),
    });
  }
}

/** The moves behind a failed one in its line. */
function uncheckedAfter(tree: GameTree, status: Uint8Array, failed: number): Range | undefined {
  let first = -1;
  let last = -1;
  for (let m = failed + 1; m < status.length && tree.moveToken[m] < tree.nodeEnd[tree.moveNode[failed]]; m++) {
    if (tree.moveNode[m] !== tree.moveNode[failed] || status[m] !== UNCHECKED) continue;
    if (first < 0) first = m;
    last = m;
  }
  return first < 0
    ? undefined
    : { start: tokenRange(tree, tree.moveToken[first]).start, end: tokenRange(tree, tree.moveToken[last]).end };
}

/** A move with its number by the position: `12... Nf6`. */
function numbered({ tree, frames: words }: Replay, text: string, move: number): string {
  const at = (tree.movePrevious[move] + 1) * FRAME;
  return `${words[at + FULLMOVES]}${words[at + TURN] === 0 ? '.' : '...'} ${moveText(text, tree, move)}`;
}

function checkResult(text: string, replayed: Replay, tags: readonly Tag[], findings: GameFindings): void {
  const { tree, status } = replayed;
  const tag = tagNamed(tags, 'Result');
  const claimed = tag === undefined ? undefined : resultOf(tag.value);
  let given = claimed;
  let place = tag?.valueRange;
  const lastToken = lastSolidToken(tree);
  if (tree.result >= 0) {
    const range = tokenRange(tree, tree.result);
    const written = text.slice(range.start, range.end);
    given = resultOf(written);
    place = range;
    if (claimed !== undefined && tag !== undefined && given !== undefined && claimed !== given) {
      const message = `the game ends with ${written}, but its Result tag says ${tag.value}`;
      findings.add('PGN_RESULT_MISMATCH', range, message, {
        related: [{ range: tag.range, message: 'the Result tag' }],
      });
    }
  } else if (lastToken >= 0 && !(tree.unclosed.length > 0 && tree.chunk.kinds[lastToken] === RESULT)) {
    const { start, end } = tokenRange(tree, lastToken);
    const hint = claimed === undefined ? '' : `; the Result tag says ${claimed}`;
    findings.add(
      'PGN_MISSING_RESULT',
      { start: Math.max(start, end - 40), end },
      `no result after the moves (1-0, 0-1, 1/2-1/2 or *)${hint}`,
    );
  }
  const last = lastMainMove(tree);
  if (place === undefined || given === undefined || given === '*' || last < 0 || status[last] !== PLAYED) return;
  const at = (last + 1) * FRAME;
  const words = replayed.frames;
  if (fillMap(words, at, map, 0) > 0) return;
  const mate = inCheck(words, at);
  const expected = !mate ? '1/2-1/2' : words[at + TURN] === 1 ? '1-0' : '0-1';
  if (given === expected) return;
  const how = mate ? `mates ${words[at + TURN] === 1 ? 'Black' : 'White'}` : 'is stalemate';
  findings.add(
    'PGN_RESULT_BOARD',
    place,
    `the result is ${given}, but ${moveText(text, tree, last)} ${how}: ${expected}`,
    {
      ply: tree.movePly[last],
      related: [{ range: tokenRange(tree, tree.moveToken[last]), message: 'the last move' }],
    },
  );
}

/** The last move of the main line, -1 when there is none. */
function lastMainMove(tree: GameTree): number {
  for (let m = tree.moveToken.length - 1; m >= 0; m--) {
    if (tree.nodeParent[tree.moveNode[m]] === 0) return m;
  }
  return -1;
}

/** The last token that is not white space, an escape line or a byte order mark. */
function lastSolidToken({ chunk }: GameTree): number {
  let t = chunk.kinds.length - 1;
  while (t >= 0 && chunk.kinds[t] <= 2) t--;
  return t;
}
