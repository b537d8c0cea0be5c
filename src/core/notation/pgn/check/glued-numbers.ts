import type { TextEdit } from '../../../base/text/range.ts';
import { classOf, DIGIT } from '../characters.ts';
import { GLUED_NUMBER, MOVE, MOVE_NUMBER } from '../tokens.ts';
import { type GameTree, tokenRange } from '../tree.ts';
import { type GameFindings, quoted } from './findings.ts';

/** Reports move numbers that touch a move (`2Nf3`, `e52.`): one finding per game, since it is a habit. */
export function checkGluedNumbers(text: string, tree: GameTree, findings: GameFindings): void {
  const { has, kinds } = tree.chunk;
  if ((has & GLUED_NUMBER) === 0) return;
  const edits: TextEdit[] = [];
  let first: { readonly start: number; readonly end: number } | undefined;
  for (let t = 0; t + 1 < kinds.length; t++) {
    const range = tokenRange(tree, t);
    const next = tokenRange(tree, t + 1);
    const isNumber = kinds[t] === MOVE_NUMBER && kinds[t + 1] === MOVE && isDigit(text, range.end - 1);
    const isMove = kinds[t] === MOVE && kinds[t + 1] === MOVE_NUMBER && isDigit(text, next.start);
    if (!isNumber && !isMove) continue;
    first ??= { start: range.start, end: next.end };
    edits.push({ range: { start: range.end, end: range.end }, newText: isNumber ? '. ' : ' ' });
  }
  if (first === undefined) return;
  const others = edits.length - 1;
  const many = others === 0 ? '' : ` (and ${others} more in this game)`;
  const word = text.slice(first.start, first.end);
  const isNumber = isDigit(text, first.start);
  const what = isNumber ? 'a move number and a move without a dot' : 'a move and a move number without a space';
  const message = `${quoted(word)} is ${what} between them${many}; other tools read one word`;
  const title = isNumber ? 'Write a dot and a space' : 'Write a space';
  const fixes = [{ title: others === 0 ? title : `Separate all ${edits.length} numbers`, edits, safe: true }];
  findings.add('PGN_GLUED_NUMBER', first, message, { fixes });
}

const isDigit = (text: string, at: number): boolean => classOf(text.charCodeAt(at)) === DIGIT;
