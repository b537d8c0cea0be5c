import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import { applyEdits } from '../../../src/core/base/text/range.ts';
import { checkText } from '../../../src/core/languages/check.ts';
import { readMavSection } from '../../../src/core/mav/read-mav.ts';

const EXAMPLE = fs.readFileSync('test/fixtures/mav/published-example.mav', 'utf8');
const BEFORE = 'Sure! Here is the answer:\n\n```mav\n';
const AFTER = '```\n\nI hope this helps.\n';

const found = (text: string) => checkText(text, 'mav');
const codes = (text: string): string[] => found(text).map(({ code }) => code);
/** Applies the only fix of each diagnostic of a code, the last one first. */
const fixed = (text: string, code: string): string =>
  found(text)
    .filter((one) => one.code === code)
    .reverse()
    .reduce((now, { fixes = [] }) => applyEdits(now, fixes[0].edits), text);

describe('text around an answer', () => {
  it('is one hint for both sides, and goes at once', () => {
    const text = BEFORE + EXAMPLE + AFTER;
    assert.deepEqual(codes(text), ['MAV_TEXT_AROUND']);
    const [{ range, message, related = [], fixes = [] }] = found(text);
    assert.equal(text.slice(range.start, range.end), BEFORE.trimEnd());
    assert.equal(message, 'text before and behind the answer is no part of it');
    assert.deepEqual(
      related.map((one) => text.slice(one.range.start, one.range.end)),
      [AFTER.trimEnd()],
    );
    assert.deepEqual(
      fixes.map(({ title, safe }) => [title, safe]),
      [['Remove Text Around the Answer', false]],
    );
    assert.equal(applyEdits(text, fixes[0].edits).trimEnd(), EXAMPLE.trimEnd());
  });

  for (const [side, before, after] of [
    ['before', BEFORE, ''],
    ['behind', '', AFTER],
  ] as const)
    it(`is one hint that names its side where it stands ${side} the answer alone`, () => {
      const text = before + EXAMPLE + after;
      const all = found(text);
      assert.deepEqual(
        all.map(({ code, message, related }) => [code, message, related]),
        [['MAV_TEXT_AROUND', `this text stands ${side} the answer and is no part of it`, undefined]],
      );
      assert.equal(fixed(text, 'MAV_TEXT_AROUND').trimEnd(), EXAMPLE.trimEnd());
    });

  it('is one hint an answer where there are several, and leaves what else is found', () => {
    const wrong = EXAMPLE.replace('%FEN ', '%FEN x');
    const text = `${BEFORE}${wrong}\nAnd the next:\n${wrong}${AFTER}`;
    const alone = codes(wrong);
    assert.ok(alone.length > 0);
    assert.deepEqual(codes(text), ['MAV_TEXT_AROUND', ...alone, 'MAV_TEXT_AROUND', ...alone]);
    assert.equal(fixed(text, 'MAV_TEXT_AROUND').trimEnd(), `${wrong}\n${wrong}`.trimEnd());
  });

  it('leaves comments and the answer as they are', () => {
    const text = `# mine\nHere:\n# yours\n${EXAMPLE}`;
    assert.equal(fixed(text, 'MAV_TEXT_AROUND'), `# mine\n# yours\n${EXAMPLE}`);
  });

  it('is an error where there is no answer, and where it has lines of one', () => {
    assert.deepEqual(codes('I cannot play chess.\nSorry.\n'), ['MAV_STRAY_TEXT', 'MAV_STRAY_TEXT']);
    assert.deepEqual(codes(`[%best_action e2e4]\nSo:\n${EXAMPLE}`), ['MAV_STRAY_TEXT', 'MAV_STRAY_TEXT']);
  });
});

describe('text that is escaped as in JSON', () => {
  for (const [name, escaped] of [
    ['a string', JSON.stringify(EXAMPLE)],
    ['a string without its marks', JSON.stringify(EXAMPLE).slice(1, -1)],
    ['a field of a record', `{"output": ${JSON.stringify(EXAMPLE)}}`],
    ['text whose quotation marks are not escaped', JSON.stringify(EXAMPLE).slice(1, -1).replaceAll('\\"', '"')],
    ['text that breaks off', JSON.stringify(EXAMPLE).slice(0, -1)],
  ] as const)
    it(`is one error with the fix that writes ${name} as it was`, () => {
      assert.deepEqual(codes(escaped), ['MAV_ESCAPED']);
      const [{ fixes = [] }] = found(escaped);
      assert.deepEqual([fixes[0].title, fixes[0].safe], ['Unescape', false]);
      const plain = fixed(escaped, 'MAV_ESCAPED').replace(/^"/, '');
      assert.equal(plain.trimEnd(), EXAMPLE.trimEnd());
      assert.deepEqual(codes(plain), codes(EXAMPLE));
    });

  it('is found where prose stands before it', () => {
    assert.deepEqual(codes(`Here:\n${JSON.stringify(EXAMPLE)}\n`), ['MAV_STRAY_TEXT', 'MAV_ESCAPED']);
  });

  it('is looked for at starts of lines alone, however many examples are on one', () => {
    const line = '<mav game=chess> </mav> '.repeat(2000);
    assert.ok(readMavSection(line, 0).length > 0);
    assert.ok(!codes(line).includes('MAV_ESCAPED'));
  });
});
