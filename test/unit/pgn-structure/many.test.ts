import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkText } from '../../../src/core/languages/check.ts';
import { MAX_PER_CODE } from '../../../src/core/notation/pgn/check/findings.ts';
import { assertLinear } from '../../support/growth.ts';
import { itLong } from '../../support/thorough.ts';

describe('very many diagnostics in one game', () => {
  it('are listed up to a number of each code, and the others are counted at the first of them', () => {
    const text = `1. e4 ${'$999 '.repeat(MAX_PER_CODE + 7)}e5 ) *\n\n[Event "next"]\n\n1. e4 $999 *\n`;
    const found = checkText(text, 'pgn');
    const nags = found.filter(({ code }) => code === 'PGN_BAD_NAG');
    assert.equal(nags.length, MAX_PER_CODE + 2);
    const others = nags[MAX_PER_CODE];
    assert.equal(others.message, '7 more of this kind in the rest of the game are not listed');
    assert.equal(others.range.start, '1. e4 '.length + '$999 '.length * MAX_PER_CODE);
    assert.deepEqual([others.severity, others.game, others.fixes], [nags[0].severity, 0, undefined]);
    assert.match(nags[MAX_PER_CODE + 1].message, /^\$999 is not a valid glyph/);
    assert.equal(found.filter(({ code }) => code === 'PGN_STRAY_PAREN').length, 1);
  });
});

describe('very many tags of one name', () => {
  itLong('are counted in a time that grows as they do', () => {
    const tags = (count: number): string => '[A "x"]\n'.repeat(count);
    assertLinear('tags', 25_000, tags, (text) => checkText(text, 'pgn'));
    const found = checkText(tags(100_000), 'pgn').filter(({ code }) => code === 'PGN_DUPLICATE_TAG');
    assert.equal(found.length, MAX_PER_CODE + 1);
    assert.match(found[MAX_PER_CODE].message, /^98999 more/);
  });
});
