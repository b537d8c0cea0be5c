import { inCheck } from '../../games/chess/attacks.ts';
import { FRAME, TURN } from '../../games/chess/frame.ts';
import { MAP } from '../../games/chess/move-map.ts';
import { fillMap } from '../../games/chess/movegen.ts';
import { moveText, PLAYED, type Replay } from '../replay.ts';
import { type Tag, tagNamed } from '../tags.ts';
import { RESULT } from '../tokens.ts';
import { type GameTree, tokenRange } from '../tree.ts';
import { resultOf } from '../words.ts';
import type { GameFindings } from './findings.ts';

const map = new Int32Array(MAP);

/** The result after the moves against the Result tag and the board. */
export function checkResult(text: string, replayed: Replay, tags: readonly Tag[], findings: GameFindings): void {
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
