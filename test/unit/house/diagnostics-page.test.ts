import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import { applyEdits } from '../../../src/core/base/text/range.ts';
import { CODES, type Code } from '../../../src/core/notation/diagnostic-codes.ts';
import type { Explanation } from '../../../src/core/notation/explanations/explanation.ts';
import { EXPLANATIONS } from '../../../src/core/notation/explanations/explanations.ts';
import { diagnosticsText, findingsIn } from '../../support/diagnostics-page.ts';
import { withGenerated } from '../../support/page-text.ts';

const PAGE = 'docs/diagnostics.md';
/** Codes whose examples have other findings, too, which belong to the same error. */
const WITH_OTHERS: Readonly<Partial<Record<Code, readonly Code[]>>> = {
  PDDL_NESTING: ['PDDL_STRUCTURE'],
  MAV_FEN_GAME: ['MAV_MISSING_OUTPUT'],
  TRACE_SIZE: ['TRACE_DEPTH', 'TRACE_EXPANSION_COUNT'],
  TRACE_INPUTS: ['MAV_COMMAND_ORDER'],
};
/** Reasons for an example that is not tested. */
const UNTESTED =
  /^it (?:is found in bytes|is reported on request|takes (?:a large (?:world|table)|250,001 moves|an engine|a solver))$/;

const entries = Object.entries(EXPLANATIONS) as [Code, Explanation][];

/** Faults of an explanation: its example gives its code and no other, and its fix removes the finding. */
function faultsOf(code: Code, { example, untested, text }: Explanation): string[] {
  if (text !== undefined && !/\S.*[.)]$/.test(text)) return ['no sentence'];
  if (untested !== undefined) return UNTESTED.test(untested) ? [] : [`not tested: ${untested}`];
  if (example === undefined) return ['no example'];
  const found = findingsIn(example);
  const own = found.filter((finding) => finding.code === code);
  if (own.length === 0) return [`the example gives ${found.map((finding) => finding.code).join(', ') || 'nothing'}`];
  // the trace that the examples change has a finding itself: its search changed the best action
  const others = [...new Set(found.map((finding) => finding.code))].filter(
    (other) => other !== code && other !== 'TRACE_CHANGED',
  );
  others.sort();
  const allowed = WITH_OTHERS[code] ?? [];
  const faults = others.join() === [...allowed].sort().join() ? [] : [`the example also gives ${others.join(', ')}`];
  const fixes = own.flatMap((finding) => finding.fixes ?? []);
  if (fixes.length > 0 && !CODES[code].fixable) faults.push('a fix that the table does not name');
  const [fix] = fixes;
  if (fix !== undefined) {
    const repaired = findingsIn({ ...example, text: applyEdits(example.text, fix.edits) });
    const left = repaired.filter((finding) => finding.code === code).length;
    if (left >= own.length) faults.push(`the fix leaves ${left} findings`);
  }
  return faults;
}

describe('the page of diagnostics', () => {
  const text = diagnosticsText();

  it('is what the table of codes and its explanations give', () => {
    const page = fs.readFileSync(PAGE, 'utf8');
    assert.ok(withGenerated(page, text) === page, 'run npm run docs');
  });

  it('explains every code by an example that gives this code alone, and a fix that removes it', () => {
    assert.deepEqual(
      entries.flatMap(([code, explanation]) => faultsOf(code, explanation).map((fault) => `${code}: ${fault}`)),
      [],
    );
  });

  it('has a section for every code, once', () => {
    const headings = [...text.matchAll(/^### `(.*)`$/gm)].map(([, code]) => code);
    const missing = Object.keys(CODES).filter((code) => !headings.includes(code));
    assert.deepEqual(
      missing,
      [],
      'a new prefix of codes needs an entry in SECTIONS of test/support/diagnostics-page.ts',
    );
    assert.equal(
      headings.length,
      Object.keys(CODES).length,
      'the prefixes of SECTIONS overlap: a code is in two sections',
    );
  });

  const right = EXPLANATIONS.PGN_STRAY_TEXT;
  const wrong: [what: string, explanation: Explanation, fault: RegExp][] = [
    ['no example', {}, /^no example$/],
    ['no text', { ...right, text: '' }, /^no sentence$/],
    ['an example without the error', { ...right, example: { language: 'pgn', text: '1. e4 e5 *' } }, /gives nothing/],
    [
      'an example with another error',
      { ...right, example: { language: 'pgn', text: '1. e4 hello 3. e5 *' } },
      /also gives/,
    ],
    ['an unknown reason not to test', { untested: 'it is hard' }, /^not tested/],
  ];
  for (const [what, explanation, fault] of wrong)
    it(`is at fault with ${what}`, () => {
      const faults = faultsOf('PGN_STRAY_TEXT', explanation);
      assert.equal(faults.length, 1, faults.join('\n'));
      assert.match(faults[0] ?? '', fault);
    });
});
