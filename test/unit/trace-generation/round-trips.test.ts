import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { detectDialect } from '../../../src/core/traces/dialects.ts';
import { allRecipes, findingsOfRow, generatorOf, rowsOf, textOf } from '../../support/generated-traces.ts';
import { eachFourth, thoroughly } from '../../support/thorough.ts';

const COUNT = thoroughly(20, 1);

describe('written searches', () => {
  const shuffled = allRecipes({ seed: 2, search: { isShuffled: true } });
  const recipes = [...allRecipes(), ...thoroughly(shuffled, eachFourth(shuffled))];

  it('every search of a world has dialects that can express it', () => {
    assert.ok(recipes.length > 100, `${recipes.length} combinations`);
  });

  for (const { title, recipe } of recipes)
    it(`${title}${recipe.search.isShuffled ? ', shuffled' : ''}: read back without a finding`, () => {
      const generator = generatorOf(recipe);
      let rows = 0;
      for (const row of rowsOf(generator, COUNT)) {
        rows++;
        const text = textOf(row);
        assert.deepEqual(
          findingsOfRow(recipe, generator, row).map(({ code, message }) => `${code}: ${message}`),
          [],
          text,
        );
        if (row.nodes > 1) assert.equal(detectDialect(text.slice(0, 4000)).dialect?.id, recipe.search.dialect, text);
        // A search that prunes all children of the root writes no more than its task.
        assert.ok(row.prompt !== '' && (row.target !== '' || row.nodes === 1), text);
      }
      assert.ok(rows > 0);
    });

  it('with a depth or none of the heuristics nothing else is claimed', () => {
    const plain = allRecipes({ seed: 3, search: { depth: 3, heuristic: 'none' } });
    for (const { recipe, title } of thoroughly(plain, eachFourth(plain))) {
      const generator = generatorOf(recipe);
      for (const row of rowsOf(generator, 1)) assert.deepEqual(findingsOfRow(recipe, generator, row), [], title);
    }
  });
});
