import { BYTE_ORDER_MARK, OPEN_COMMENT, RESERVED, STRAY, WHITESPACE } from '../tokens.ts';
import { type GameTree, MOST_DEPTH, tokenEnd, tokenRange } from '../tree.ts';
import { type GameFindings, quoted } from './findings.ts';

/** Stray text, and what is opened and not closed. Stray words of one line are one finding. */
export function checkSyntax(text: string, tree: GameTree, findings: GameFindings): void {
  const { chunk, offset } = tree;
  const { kinds } = chunk;
  for (let t = 0; t < kinds.length; t++) {
    const kind = kinds[t];
    if (kind === STRAY) {
      let last = t;
      for (let i = t + 1; i < kinds.length; i++) {
        if (kinds[i] === STRAY) last = i;
        else if (kinds[i] !== WHITESPACE || hasLineEnd(text, offset + chunk.starts[i], offset + tokenEnd(chunk, i)))
          break;
      }
      const range = { start: offset + chunk.starts[t], end: offset + tokenEnd(chunk, last) };
      findings.add('PGN_STRAY_TEXT', range, strayMessage(text.slice(range.start, range.end)));
      t = last;
    } else if (kind === OPEN_COMMENT) {
      const { start } = tokenRange(tree, t);
      findings.add('PGN_UNCLOSED_COMMENT', { start, end: start + 1 }, 'this comment is never closed with }');
    } else if (kind === RESERVED) {
      const range = tokenRange(tree, t);
      const message = `${text.charAt(range.start)} is reserved for future expansion of PGN and has no meaning`;
      findings.add('PGN_RESERVED', range, message);
    } else if (kind === BYTE_ORDER_MARK) {
      findings.add('PGN_BYTE_ORDER_MARK', tokenRange(tree, t), 'a byte order mark; some tools take it for text');
    }
  }
  for (const t of tree.unclosed) {
    findings.add('PGN_UNCLOSED_PAREN', tokenRange(tree, t), 'this variation is never closed with )');
  }
  for (const t of tree.strayParens) {
    findings.add('PGN_STRAY_PAREN', tokenRange(tree, t), 'there is no variation to close here');
  }
  for (const t of tree.earlyVariations) {
    findings.add(
      'PGN_EARLY_VARIATION',
      tokenRange(tree, t),
      'no move stands before this variation, so it varies nothing',
    );
  }
  if (tree.tooDeep >= 0) {
    const message = `variations nested deeper than ${MOST_DEPTH} are not checked`;
    findings.add('PGN_NESTING', tokenRange(tree, tree.tooDeep), message);
  }
}

function hasLineEnd(text: string, start: number, end: number): boolean {
  for (let i = start; i < end; i++) {
    const c = text.charCodeAt(i);
    if (c === 0x0a || c === 0x0d) return true;
  }
  return false;
}

function strayMessage(text: string): string {
  if (text === '}') return 'there is no comment to close here';
  return `${quoted(text)} is no move, tag, comment, glyph or result`;
}
