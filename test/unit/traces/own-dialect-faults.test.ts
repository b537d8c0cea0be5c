import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { seeded } from '../../../src/core/base/random.ts';
import type { TraceDialect } from '../../../src/core/traces/dialect.ts';
import { LINTREE } from '../../../src/core/traces/dialects/lintree.ts';
import type { ReadTrace } from '../../../src/core/traces/events.ts';
import { TRACE_FAULT_KINDS } from '../../../src/core/traces/generate/faults/fault-place.ts';
import { readTraceText } from '../../../src/core/traces/trace-view.ts';
import { allRecipes, generatorOf, rowsOf, textOf } from '../../support/generated-traces.ts';
import { eachFourth, itLong, thoroughly } from '../../support/thorough.ts';
import { OWN_DIALECTS } from '../../support/traces/own-dialects.ts';

const COUNT = thoroughly(8, 1);
const KINDS = TRACE_FAULT_KINDS.filter((kind) => kind !== 'cut');

/** Returns the index of the event that has a place. */
const eventAt = (read: ReadTrace | undefined, at: number): number | undefined =>
  read?.events.findIndex(({ range }) => range.start <= at && at <= range.end);

/** Searches in LinTree with their worlds: each is written in every own dialect. */
function searches(faults: 0 | 1) {
  const recipes = allRecipes({ faults, faultKinds: KINDS, search: { nodes: 300 }, dialects: ['lintree'] })
    // The kind follows from seed and number of a row.
    .map(({ title, recipe }, i) => ({ title, recipe: { ...recipe, seed: 9 + i } }));
  return (faults === 1 ? recipes : thoroughly(recipes, eachFourth(recipes))).flatMap(({ title, recipe }) => {
    const generator = generatorOf(recipe);
    return Array.from(rowsOf(generator, COUNT), (row) => ({ title, row, world: generator.world }));
  });
}

describe('searches in own dialects of lines, tags and JSON Lines', () => {
  const right = searches(0);

  it('have no finding where they are right', () => {
    for (const { title, row, world } of right)
      for (const dialect of OWN_DIALECTS) {
        const text = dialect.write?.(LINTREE.read(textOf(row)).events) ?? '';
        assert.deepEqual(readTraceText(text, { dialect, given: world })?.findings, [], `${title}: ${text}`);
      }
  });

  itLong('have one finding for a fault, in the event that has it', () => {
    const met = new Set<string>();
    for (const { title, row, world } of searches(1)) {
      assert.ok(row.fault !== null);
      met.add(row.fault.kind);
      const original = textOf(row);
      const places = (text: string, dialect: TraceDialect): string[] => {
        const view = readTraceText(text, { dialect, given: world });
        return (view?.findings ?? []).map(({ code, range }) => `${code} in event ${eventAt(view?.read, range.start)}`);
      };
      const expected = places(original, LINTREE);
      assert.equal(expected.length, 1, title);
      for (const dialect of OWN_DIALECTS) {
        const text = dialect.write?.(LINTREE.read(original).events) ?? '';
        assert.deepEqual(places(text, dialect), expected, `${title}: ${text}`);
      }
    }
    assert.ok(met.size > 4, [...met].join(' '));
  });

  it('have no other finding than their end where the text ends after one of their lines', () => {
    let [cuts, said] = [0, 0];
    for (const { title, row, world } of right)
      for (const [i, dialect] of OWN_DIALECTS.entries()) {
        const text = dialect.write?.(LINTREE.read(textOf(row)).events) ?? '';
        const random = seeded(row.index + i);
        const lines = text.split('\n');
        const cut = lines.slice(0, uniformInt(random, lines.length >> 1, lines.length - 2)).join('\n');
        const codes = readTraceText(cut, { dialect, given: world })?.findings.map(({ code }) => code) ?? [];
        assert.ok(
          codes.length === 0 || (codes.length === 1 && codes[0] === 'TRACE_CUT_OFF'),
          `${title}, ${dialect.id}: ${codes.join(' ')}\n${cut}`,
        );
        cuts++;
        said += codes.length;
      }
    assert.ok(said > cuts / 2, `${said} of ${cuts}`);
  });
});
