import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import { brokenBy, caseOf, type Failure, type FuzzCase, failureOf } from '../../fuzz/fuzz.ts';
import { itLong, thoroughly } from '../../support/thorough.ts';

const SEED = Number(process.env['STATELENS_SEED'] ?? 20261121);
/** A slice; `npm run fuzz` goes on for as long as one likes. */
const CASES = thoroughly(2500, 60);

/** A case that once failed, with the smallest text that did: the text stays the same when the grammar changes. */
interface KeptCase extends FuzzCase {
  readonly seed: number;
}

const KEPT = fs
  .readFileSync('test/fuzz/kept-cases.jsonl', 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as KeptCase);

function assertNone(seed: number, failure: Failure | undefined): void {
  if (failure === undefined) return;
  const { index, property, language, text, error } = failure;
  assert.fail(
    `${property}, ${language}, npm run fuzz -- --seed ${seed} --case ${index}:\n${JSON.stringify(text)}\n${String(error)}`,
  );
}

describe('random text', () => {
  it('is the same again for the same seed', () => {
    assert.deepEqual(caseOf(7, 11), caseOf(7, 11));
    assert.notDeepEqual(caseOf(7, 11).text, caseOf(8, 11).text);
  });

  itLong('that once failed holds, as it was made and as it was cut down', async () => {
    assert.ok(KEPT.length > 0);
    for (const { seed, index, language, text } of KEPT) {
      assertNone(seed, await brokenBy(caseOf(seed, index), seed));
      assertNone(seed, await brokenBy({ index, language, text }, seed));
    }
  });

  itLong('is read, checked and edited without a crash or drift', async () => {
    for (let index = 0; index < CASES; index++) assertNone(SEED, await failureOf(SEED, index));
  });
});
