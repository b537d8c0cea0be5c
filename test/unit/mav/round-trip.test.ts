import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { mutated } from '../../fuzz/bytes.ts';
import { Dice } from '../../fuzz/dice.ts';
import { grammarText } from '../../fuzz/grammar.ts';
import { loosened, remarked } from '../../support/loose-mav.ts';
import { chance, randomMavFile } from '../../support/mav-drafts.ts';
import { itLong } from '../../support/thorough.ts';
import { assertMavLaw, findings, formatted, meanings } from './mav-law.ts';

const seeds = fc.nat(2 ** 31 - 1);

describe('a text that is printed', () => {
  it('is right in every game, dialect and order of commands', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const { text, dialect } = randomMavFile(seed);
        const found = findings(text, dialect).flat();
        assert.deepEqual(
          found.filter(({ severity }) => severity !== 'info').map(({ code, message }) => [code, message]),
          [],
          text,
        );
      }),
      { numRuns: 200 },
    );
  });

  it('is formatted as it is', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const { text } = randomMavFile(seed);
        assert.equal(formatted(text), text);
      }),
      { numRuns: 200 },
    );
  });

  itLong('is what looser ways to write it are formatted to', () => {
    fc.assert(
      fc.property(seeds, seeds, (seed, other) => {
        const { text, dialect } = randomMavFile(seed);
        const loose = loosened(text, chance(other));
        assert.deepEqual(meanings(loose), meanings(text));
        assert.equal(formatted(loose).replaceAll('\r\n', '\n'), text, loose);
        assertMavLaw(remarked(loose, chance(other)), dialect);
      }),
      { numRuns: 300 },
    );
  });
});

describe('formatting', () => {
  for (const name of ['published-example', 'published-trace'])
    it(`leaves the ${name} nearly as it is`, () => {
      const text = fs.readFileSync(`test/fixtures/mav/${name}.mav`, 'utf8');
      assertMavLaw(text);
      const wanted = text
        .replaceAll('. . . ]', '. . .]')
        .replace('c2e2: "', 'c2e2 : "')
        .replace('Selecting g3g6', 'Selecting: g3g6');
      assert.equal(formatted(text), wanted);
    });

  it('keeps what broken texts say, and is stable', () => {
    fc.assert(
      fc.property(seeds, seeds, (seed, other) => {
        const { text, dialect } = randomMavFile(seed);
        assertMavLaw(mutated(new Dice(other), loosened(text, chance(other)).slice(0, 3000)), dialect);
      }),
      { numRuns: 500 },
    );
  });

  it('keeps what any text says, and is stable', () => {
    fc.assert(
      fc.property(seeds, (seed) => assertMavLaw(mutated(new Dice(seed), grammarText(new Dice(~seed), 'mav')))),
      { numRuns: 1000 },
    );
  });
});
