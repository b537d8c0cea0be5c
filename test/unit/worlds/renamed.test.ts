import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { seeded } from '../../../src/core/base/random.ts';
import { PairComparer } from '../../../src/core/metrics/compare.ts';
import { worldReader } from '../../../src/core/metrics/world-pair-reading.ts';
import { randomWalk, replayActions } from '../../../src/core/worlds/random-walk.ts';
import {
  decodeState,
  encodeState,
  lineKeyEntries,
  renamedWorld,
  stateCode,
} from '../../../src/core/worlds/renamed-world.ts';
import type { World } from '../../../src/core/worlds/world.ts';
import { buildWorld, type WorldSpec } from '../../../src/core/worlds/world-spec.ts';
import { itLong } from '../../support/thorough.ts';

const DOOR =
  'state,action,next,observed\nshut,open,ajar,dark\nshut,lock,locked,dark\najar,shut,shut,light\nlocked,unlock,shut,dark\n';
const SPECS: readonly WorldSpec[] = [
  ...['othello6', 's4', 'boxes2x2', 'connect_four'].map((name) => ({ kind: 'named', name }) as const),
  { kind: 'table', name: 'door', text: DOOR },
];

function opened(spec: WorldSpec): World<unknown> {
  const world = buildWorld(spec);
  assert.ok(world.ok);
  return world.value;
}

const seeds = fc.integer({ min: 0, max: 0xffffffff });
const specs = fc.constantFrom(...SPECS);

describe('a world with renamed actions', () => {
  it('has the states and futures of the world under other names of actions', () => {
    fc.assert(
      fc.property(specs, seeds, seeds, (spec, seed, walkSeed) => {
        const world = opened(spec);
        const renamed = renamedWorld(world, seed);
        const walk = randomWalk(world, 20, seeded(walkSeed));
        const line = walk.actions.map(renamed.codeOf);
        const again = replayActions(renamed, line);
        assert.equal(again.illegal, undefined);
        for (const [i, state] of walk.states.entries()) {
          assert.equal(renamed.automaton.print(again.states[i]), world.automaton.print(state));
          const [legal, codes] = [world.automaton.legal(state), renamed.automaton.legal(state)];
          assert.deepEqual(codes, legal.map(renamed.codeOf));
          assert.equal(new Set(codes).size, legal.length);
          for (const code of codes) assert.match(code, /^[a-z0-9]{8}$/);
          // the known names say nothing here
          for (const action of legal)
            assert.equal(typeof renamed.automaton.step(state, action), 'symbol', `${action} is no code`);
        }
      }),
      { numRuns: 60 },
    );
  });

  itLong(
    'has a code for its states, if wanted: what is written in it is read as the state, and nothing else changes',
    () => {
      fc.assert(
        fc.property(specs, seeds, seeds, (spec, seed, walkSeed) => {
          const world = opened(spec);
          const [plain, coded] = [renamedWorld(world, seed), renamedWorld(world, seed, true)];
          for (const state of randomWalk(world, 12, seeded(walkSeed)).states) {
            const text = coded.automaton.print(state);
            assert.equal(text, world.automaton.print(state));
            const written = encodeState(coded, text);
            assert.equal(decodeState(coded, written), text);
            assert.equal(written.length, text.length);
            assert.deepEqual(coded.automaton.legal(state), plain.automaton.legal(state));
          }
          assert.equal(encodeState(plain, 'a 1'), 'a 1');
        }),
        { numRuns: 60 },
      );
      fc.assert(
        fc.property(fc.string({ unit: 'binary' }), seeds, (text, seed) => {
          const { encode, decode } = stateCode(seed);
          assert.equal(decode(encode(text)), text);
          assert.equal(encode(decode(text)), text);
        }),
      );
    },
  );

  it('gives the same p_m and r_m, by whatever method they are exact', () => {
    fc.assert(
      fc.property(specs, seeds, seeds, seeds, (spec, seed, a, b) => {
        const world = opened(spec);
        const [trueFen, predictedFen] = [a, b].map((one) =>
          world.automaton.print(randomWalk(world, one % 9, seeded(one)).states.at(-1)),
        );
        const options = { affordance: { m: 2, method: 'exact' as const }, setBased: true };
        const pair = { trueFen: trueFen ?? '', predictedFen };
        const known = new PairComparer(worldReader(world)).compare(pair, options);
        const renamed = new PairComparer(worldReader(renamedWorld(world, seed))).compare(pair, options);
        assert.ok(known.ok && renamed.ok);
        const close = (one: readonly number[], other: readonly number[]) =>
          one.forEach((value, i) => assert.ok(Math.abs(value - (other[i] ?? Number.NaN)) < 1e-12));
        close(known.value.p, renamed.value.p);
        close(known.value.r, renamed.value.r);
        assert.equal(renamed.value.editDistance, known.value.editDistance);
      }),
      { numRuns: 60 },
    );
  });

  it('is the same for a seed, and another for another', () => {
    const world = opened({ kind: 'named', name: 'othello' });
    const codes = (seed: number) => renamedWorld(world, seed).automaton.legal(world.start);
    assert.deepEqual(codes(7), codes(7));
    assert.notDeepEqual(codes(7), codes(8));
    assert.ok(codes(7).every((code) => !codes(8).includes(code)));
  });

  it('has a key of the actions of a line, each once, in an order that does not tell theirs', () => {
    const world = opened({ kind: 'named', name: 's4' });
    const renamed = renamedWorld(world, 3);
    const line = ['(34)', '(12)', '(34)'];
    const key = lineKeyEntries(renamed, world.start, line.map(renamed.codeOf));
    assert.deepEqual(new Set(key.map(({ action }) => action)), new Set(['(12)', '(34)']));
    assert.deepEqual(
      key.map(({ code }) => code),
      key.map(({ code }) => code).sort(),
    );
    for (const { code, action } of key) assert.equal(renamed.codeOf(action), code);
  });
});
