import type { Range } from '../../../base/text/range.ts';
import { moveText, type Replay } from '../replay.ts';
import { type Tag, tagNamed } from '../tags.ts';
import { MOVE_NUMBER, WHITESPACE } from '../tokens.ts';
import { tokenRange } from '../tree.ts';
import { resultOf } from '../words.ts';
import type { GameFindings } from './findings.ts';

/** The squares of the center on which the kings stand for a result: white ones, black ones, one of each. */
const SQUARES: Readonly<Record<string, readonly string[]>> = {
  '1-0': ['e4', 'd5'],
  '0-1': ['d4', 'e5'],
  '1/2-1/2': ['d4', 'e4', 'd5', 'e5'],
};

/** Both kings are put there. */
const MAX_KINGS = 2;

/**
 * Reports a king move that cannot be played, at the end of the main line, as what it is: at the end of a game both kings are put into
 * the center of an electronic board (DGT) to show the result, and the board writes that as moves. Returns false where it is none.
 */
export function addBoardResult(
  text: string,
  { tree }: Replay,
  m: number,
  tags: readonly Tag[],
  findings: GameFindings,
): boolean {
  const main = tree.moveNode[0]!;
  if (tree.moveNode[m] !== main) return false;
  const kings = [m];
  for (let next = m + 1; next < tree.moveToken.length && kings.length <= MAX_KINGS; next++)
    if (tree.moveNode[next] === main) kings.push(next);
  const last = kings.at(-1)!;
  const result = resultIn(text, tree, tags);
  const squares = result === undefined ? undefined : SQUARES[result];
  if (squares === undefined || kings.length > MAX_KINGS) return false;
  const words = kings.map((king) => moveText(text, tree, king));
  if (!words.every((word) => /^K[a-h][1-8]$/.test(word) && squares.includes(word.slice(1)))) return false;
  const range = { start: tokenRange(tree, tree.moveToken[m]!).start, end: tokenRange(tree, tree.moveToken[last]!).end };
  const named = words.join(' ');
  const what = kings.length === 1 ? `${named} is no move` : `${named} are no moves`;
  const edits = deletion(tree, tree.moveToken[m]!, tree.moveToken[last]!);
  findings.add(
    'PGN_BOARD_RESULT',
    range,
    `${what}: kings in the center show the result ${result} to an electronic board`,
    {
      ply: tree.movePly[m]!,
      ...(edits !== undefined && {
        fixes: [
          { title: `Delete ${named}, which shows the result`, edits: [{ range: edits, newText: '' }], safe: false },
        ],
      }),
    },
  );
  return true;
}

function resultIn(text: string, tree: Replay['tree'], tags: readonly Tag[]): string | undefined {
  if (tree.result >= 0) {
    const { start, end } = tokenRange(tree, tree.result);
    return resultOf(text.slice(start, end));
  }
  const tag = tagNamed(tags, 'Result');
  return tag === undefined ? undefined : resultOf(tag.value);
}

/** The moves with the number before them and the white space after them; undefined where something else stands between them. */
function deletion(tree: Replay['tree'], first: number, last: number): Range | undefined {
  const { kinds } = tree.chunk;
  for (let t = first + 1; t < last; t++) if (kinds[t] !== WHITESPACE && kinds[t] !== MOVE_NUMBER) return undefined;
  let from = first;
  for (let t = first - 1; t >= 0 && (kinds[t] === WHITESPACE || kinds[t] === MOVE_NUMBER); t--)
    if (kinds[t] === MOVE_NUMBER) from = t;
  const to = kinds[last + 1] === WHITESPACE ? last + 1 : last;
  return { start: tokenRange(tree, from).start, end: tokenRange(tree, to).end };
}
