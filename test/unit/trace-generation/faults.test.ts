import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  FAULT_CODES,
  TRACE_FAULT_KINDS,
  type TraceFaultKind,
} from '../../../src/core/traces/generate/faults/fault-place.ts';
import { allRecipes, findingsOfRow, generatorOf, recipeOf, rowsOf, textOf } from '../../support/generated-traces.ts';
import { eachFourth, thoroughly } from '../../support/thorough.ts';

const COUNT = thoroughly(15, 1);

describe('traces with a labeled fault', () => {
  const met = new Set<string>();

  // The kind follows from seed and number of a row, so each recipe has a seed of its own.
  const all = [...allRecipes({ faults: 1, seed: 5, search: { nodes: 400 } }).entries()];
  for (const [i, { title, recipe: alike }] of thoroughly(
    all,
    all.filter(([i]) => i % 2 === 0),
  ))
    it(`${title}: the checks report the labeled fault and no other`, () => {
      const recipe = { ...alike, seed: 5 + i };
      const generator = generatorOf(recipe);
      for (const row of rowsOf(generator, COUNT)) {
        const text = textOf(row);
        const { fault } = row;
        assert.ok(fault !== null);
        met.add(fault.kind);
        const findings = findingsOfRow(recipe, generator, row);
        assert.deepEqual(
          findings.map(({ code }) => code),
          [fault.code],
          text,
        );
        assert.ok(FAULT_CODES[fault.kind].includes(fault.code));
        const { start, end, line, right } = fault;
        assert.ok(start >= 0 && start <= end && end <= text.length);
        assert.equal(text.slice(0, start).split('\n').length, line);
        assert.notEqual(text.slice(start, end), right);
        const [finding] = findings;
        if (fault.kind !== 'cut')
          assert.ok(finding !== undefined && start <= finding.range.end && finding.range.start <= end, text);
      }
    });

  it('all kinds come', () => assert.deepEqual([...met].sort(), [...TRACE_FAULT_KINDS].sort()));

  it('the right words in place of the wrong ones give a trace without a finding, where the search does not go on from them', () => {
    const kinds: readonly TraceFaultKind[] = ['link', 'claim', 'plan'];
    const recipes = allRecipes({ faults: 1, faultKinds: kinds, seed: 6, search: { nodes: 400 } });
    for (const { title, recipe } of thoroughly(recipes, eachFourth(recipes))) {
      const generator = generatorOf(recipe);
      for (const row of rowsOf(generator, 1)) {
        assert.ok(row.fault !== null && kinds.includes(row.fault.kind));
        const text = textOf(row);
        const target = text.slice(0, row.fault.start) + row.fault.right + text.slice(row.fault.end);
        assert.deepEqual(findingsOfRow(recipe, generator, { ...row, prompt: '', target }), [], `${title}: ${text}`);
      }
    }
  });

  it('a share of the traces has one', () => {
    const generator = generatorOf(recipeOf('countdown', 'lintree', 'dfs', { faults: 0.3 }));
    const rows = [...rowsOf(generator, 100)];
    const share = rows.filter(({ fault }) => fault !== null).length / rows.length;
    assert.ok(share > 0.15 && share < 0.45, String(share));
  });
});
