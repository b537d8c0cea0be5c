import assert from 'node:assert/strict';
import type { Diagnostic } from '../../../src/core/diagnostics/diagnostic.ts';
import type { MavDialect } from '../../../src/core/mav/values.ts';
import { applyEdits } from '../../../src/core/text/edits.ts';
import { assertInOrder } from '../format/fix-law.ts';
import { findings } from './mav-law.ts';

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
