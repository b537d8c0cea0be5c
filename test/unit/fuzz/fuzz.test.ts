import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { caseOf, failureOf } from '../../fuzz/fuzz.ts';

const SEED = Number(process.env['STATELENS_SEED'] ?? 20261121);
/** A slice; `npm run fuzz` goes on for as long as one likes. */
const CASES = 2500;

describe('random text', () => {
  it('is the same again for the same seed', () => {
    assert.deepEqual(caseOf(7, 11), caseOf(7, 11));
    assert.notDeepEqual(caseOf(7, 11).text, caseOf(8, 11).text);
  });

  it('is read, checked and edited without a crash or drift', () => {
    for (let index = 0; index < CASES; index++) {
      const failure = failureOf(SEED, index);
      if (failure === undefined) continue;
      const { property, language, text, error } = failure;
      assert.fail(
        `${property}, ${language}, npm run fuzz -- --seed ${SEED} --case ${index}:\n${JSON.stringify(text)}\n${String(error)}`,
      );
    }
  });
});
