import assert from 'node:assert/strict';
import { applyEdits } from '../../../src/core/base/text/range.ts';
import { checkText } from '../../../src/core/languages/check.ts';
import type { MavDialect } from '../../../src/core/mav/syntax.ts';
import { allFixes, type Diagnostic } from '../../../src/core/notation/diagnostic.ts';
import { assertInOrder } from '../format/fix-law.ts';
import { findings, meanings } from './mav-law.ts';

const isError = ({ severity }: Diagnostic): boolean => severity === 'error';
const count = (found: readonly Diagnostic[], code: string): number => found.filter((d) => d.code === code).length;

/**
 * Fails unless each fix of a text repairs its fault and, in examples, brings no error of a kind that was not there before; what
 * a wrong state explained may come to light. In a trace a fault shows in several nodes, and a fix of another one than
 * the first moves it.
 *
 * @returns codes whose fixes were tried
 */
export function assertFixesRepair(text: string, dialect: MavDialect): string[] {
  const before = findings(text, dialect).flat();
  const tried: string[] = [];
  for (const d of before)
    for (const { title, edits } of d.fixes ?? []) {
      tried.push(d.code);
      const what = `${d.code}: ${title}`;
      assertInOrder(text, edits, what);
      const fixed = applyEdits(text, edits);
      assert.notEqual(fixed, text, what);
      const after = findings(fixed, dialect).flat();
      assert.ok(count(after, d.code) < count(before, d.code), `${what} leaves the fault\n${fixed}`);
      if (text.includes('Minimax') || d.code === 'MAV_WRONG_STATE') continue;
      // Of two states that are wrong alike one is repaired.
      const fresh = after.filter(
        (one) => isError(one) && count(before, one.code) === 0 && one.code !== 'MAV_STATES_DIFFER',
      );
      assert.deepEqual(
        fresh.map(({ code, message }) => `${code}: ${message}`),
        [],
        `${what} brings errors\n${fixed}`,
      );
    }
  return tried;
}

/** Rounds of "fix all" until nothing changes. */
const MAX_ROUNDS = 20;

/** What a text says but for what closes headers and lines, and for comments: `</mav>` may come to stand in one. */
const saidIn = (text: string): string =>
  JSON.stringify(meanings(text), (key, value: unknown) => {
    if (key === 'isClosed' || key === 'comments') return undefined;
    if (key !== 'stray') return value;
    return (value as string[][]).flatMap(([code, said]) =>
      code === 'MAV_STRAY_TEXT' ? [said.replace(/\]$/, '')] : [],
    );
  });

/** Fails unless all safe fixes of a text, applied again and again, keep what it says, and come to an end. */
export function assertSafeFixesKeep(text: string): void {
  let now = text;
  for (let round = 0; ; round++) {
    assert.ok(round < MAX_ROUNDS, `no end of repairs: ${JSON.stringify(now)}`);
    const next = applyEdits(now, allFixes(checkText(now, 'mav'), Number.POSITIVE_INFINITY).edits);
    if (next === now) return;
    assert.equal(saidIn(next), saidIn(now), `round ${round}`);
    now = next;
  }
}
