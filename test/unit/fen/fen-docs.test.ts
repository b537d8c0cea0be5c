import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { checkText } from '../../../src/core/check.ts';
import { CODES } from '../../../src/core/diagnostics/codes.ts';

const SECTION =
  /^### `(\w+)`\n\n\*(\w+)\* · (\w+) · (no )?quick fix\n\n.+\n\n```(fen|epd)( escaped)?\n([^]+?)\n```\n\n.+$/gm;

describe('the page of FEN diagnostics', () => {
  it('has an example for every code, which yields it and, where it says so, a repair', () => {
    const page = readFileSync('docs/diagnostics-fen.md', 'utf8');
    const found = Array.from(page.matchAll(SECTION));
    assert.deepEqual(
      found.map(([, code]) => code).sort(),
      Object.keys(CODES)
        .filter((code) => /^(?:FEN|EPD)_/.test(code))
        .sort(),
    );
    for (const [, code, severity, category, no, language, escaped, example] of found) {
      const text = escaped === undefined ? example : example.replace('\\uFEFF', '\uFEFF');
      const named = checkText(text, language === 'epd' ? 'epd' : 'fen').filter((d) => d.code === code);
      assert.ok(named.length > 0, code);
      assert.equal(named[0].severity, severity, code);
      assert.equal(CODES[named[0].code].category, category, code);
      assert.equal(CODES[named[0].code].fixable, no === undefined, code);
      assert.equal(named[0].fixes !== undefined, no === undefined, code);
    }
  });
});
