import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SINK } from '../../../src/core/base/automaton.ts';
import type { UnitRecord } from '../../../src/core/lab/lab-file.ts';
import type { NextActions } from '../../../src/core/lab/next-actions.ts';
import { listUnits, runUnits } from '../../../src/core/lab/run-units.ts';
import { LAB_DEFAULTS, type LabSettings, NAMED_LAB_MEASURES, surveyWorld } from '../../../src/core/lab/settings.ts';
import { summarizeLab } from '../../../src/core/lab/summary.ts';
import type { World } from '../../../src/core/worlds/world.ts';
import { itLong } from '../../support/thorough.ts';
import { randomTable, wrongModel } from './random-models.ts';

/** The measures that every world has. */
const OF_ANY_WORLD = NAMED_LAB_MEASURES.filter((measure) => measure !== 'chess960');

const NEVER = { aborted: false, addEventListener: () => {}, removeEventListener: () => {} };
const TINY = 1e-9;
const close = (actual: number | null, expected: number | null, what: string): void => {
  if (actual === null || expected === null) assert.equal(actual, expected, what);
  else assert.ok(Math.abs(actual - expected) < TINY, `${what}: ${actual} instead of ${expected}`);
};

async function measured(world: World<unknown>, model: NextActions, settings: LabSettings): Promise<UnitRecord[]> {
  const found: UnitRecord[] = [];
  const survey = surveyWorld(world, settings.length);
  const fault = await runUnits({
    world,
    model,
    settings,
    survey,
    wanted: listUnits(OF_ANY_WORLD, settings),
    concurrency: 3,
    signal: NEVER,
    onUnit: (record) => found.push(record),
  });
  assert.equal(fault, undefined);
  return found;
}

/** All suffixes of 1 to `length` actions, without any cleverness. */
function allSuffixes(alphabet: readonly string[], length: number): string[][] {
  let level: string[][] = [[]];
  const all: string[][] = [];
  for (let i = 0; i < length; i++) {
    level = level.flatMap((suffix) => alphabet.map((action) => [...suffix, action]));
    all.push(...level);
  }
  return all;
}

/** The definitions of Vafa et al., word by word. */
class Oracle {
  readonly #world: World<unknown>;
  readonly #model: NextActions;
  readonly #epsilon: number;
  readonly #known = new Map<string, ReadonlyMap<string, number>>();

  constructor(world: World<unknown>, model: NextActions, epsilon: number) {
    this.#world = world;
    this.#model = model;
    this.#epsilon = epsilon;
  }

  async probs(history: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const key = history.join(' ');
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const answer = await this.#model.next([history], NEVER);
    assert.ok(answer.ok);
    const probs = answer.value[0].probs;
    this.#known.set(key, probs);
    return probs;
  }

  state(history: readonly string[]): unknown {
    return history.reduce<unknown>(
      (state, action) => (state === SINK ? SINK : this.#world.automaton.step(state, action)),
      this.#world.start,
    );
  }

  isLegal(history: readonly string[], suffix: readonly string[]): boolean {
    return this.state([...history, ...suffix]) !== SINK;
  }

  async allows(history: readonly string[], suffix: readonly string[]): Promise<boolean> {
    for (let i = 0; i < suffix.length; i++) {
      const p = (await this.probs([...history, ...suffix.slice(0, i)])).get(suffix[i] ?? '') ?? 0;
      if (p <= this.#epsilon) return false;
    }
    return true;
  }
}

/** The suffixes that one language has and the other has not, both having every shorter beginning. */
async function boundaryOf(
  suffixes: readonly string[][],
  inFirst: (suffix: readonly string[]) => Promise<boolean>,
  inSecond: (suffix: readonly string[]) => Promise<boolean>,
): Promise<string[][]> {
  const found: string[][] = [];
  for (const suffix of suffixes) {
    const before = suffix.slice(0, -1);
    if (!(await inFirst(suffix)) || (await inSecond(suffix))) continue;
    if ((await inFirst(before)) && (await inSecond(before))) found.push(suffix);
  }
  return found;
}

describe('the lab on random automata', () => {
  for (const [seed, states, actions, suffix, test] of [
    [1, 3, 2, 4, it],
    [2, 12, 3, 3, it],
    [3, 60, 4, 3, itLong],
    [4, 200, 3, 3, itLong],
    [5, 200, 5, 2, it],
  ] as const)
    test(`measures what enumeration gives: ${states} states, ${actions} actions, suffixes of ${suffix}`, async () => {
      const world = randomTable(seed, states, actions);
      const survey = surveyWorld(world, 12);
      const model = wrongModel(seed, randomTable(seed + 100, states, actions), survey.actions);
      const epsilon = 0.08;
      const settings: LabSettings = {
        ...LAB_DEFAULTS,
        histories: 12,
        length: 12,
        seed,
        epsilon,
        suffix,
        limit: 1e6,
        budget: 60,
      };
      const oracle = new Oracle(world, model, epsilon);
      const alphabet = [...survey.actions, 'nonsense'];
      const suffixes = allSuffixes(alphabet, suffix);
      const units = await measured(world, model, settings);
      assert.equal(units.length, 60);
      for (const unit of units) {
        const name = `${unit.measure} ${unit.unit}`;
        if (unit.measure === 'legality') {
          for (const { ply, mass, top } of unit.plies) {
            const history = unit.history.slice(0, ply);
            const probs = [...(await oracle.probs(history))];
            const most = Math.max(...probs.map(([, p]) => p));
            const best = most === 0 ? [] : probs.filter(([, p]) => p === most);
            const sum = probs
              .filter(([action]) => oracle.isLegal(history, [action]))
              .reduce((all, [, p]) => all + p, 0);
            close(mass, sum, name);
            const right = best.filter(([action]) => oracle.isLegal(history, [action])).length;
            close(top, best.length === 0 ? 0 : right / best.length, name);
          }
        } else if (unit.measure === 'compression' && unit.kind !== 'none') {
          const key = (history: readonly string[]) => world.automaton.key(oracle.state(history));
          assert.equal(key(unit.first), key(unit.second), name);
          assert.notDeepEqual(unit.first, unit.second, name);
          const [a, b] = [unit.first, unit.second].map((one) => (word: readonly string[]) => oracle.allows(one, word));
          const different = [...(await boundaryOf(suffixes, a, b)), ...(await boundaryOf(suffixes, b, a))];
          let common = 0;
          for (const word of suffixes) if ((await a(word)) && (await b(word))) common++;
          assert.equal(unit.sampled, false);
          close(unit.same, different.length === 0 ? 1 : 0, name);
          close(unit.overlap, common + different.length === 0 ? null : common / (common + different.length), name);
        } else if (unit.measure === 'distinction' && unit.kind !== 'none') {
          const [a, b] = [unit.first, unit.second].map((one) => (word: readonly string[]) => oracle.allows(one, word));
          const [c, d] = [unit.first, unit.second].map(
            (one) => (word: readonly string[]) => Promise.resolve(oracle.isLegal(one, word)),
          );
          const truth = await boundaryOf(suffixes, c, d);
          const own = await boundaryOf(suffixes, a, b);
          let [told, right] = [0, 0];
          for (const word of truth) if ((await a(word)) && !(await b(word))) told++;
          for (const word of own) if ((await c(word)) && !(await d(word))) right++;
          close(unit.recall, truth.length === 0 ? null : told / truth.length, name);
          close(unit.precision, own.length === 0 ? null : right / own.length, name);
        } else if (unit.measure === 'attack' && unit.found) {
          assert.ok(oracle.isLegal(unit.history, []), name);
          assert.ok(!oracle.isLegal(unit.history, [unit.action]), name);
          const probs = await oracle.probs(unit.history);
          // the empty name: the model gives no action any probability
          assert.equal(probs.get(unit.action) ?? 0, Math.max(...probs.values()), name);
          assert.ok(unit.first <= unit.asked && unit.asked <= settings.budget, name);
        } else if (unit.measure === 'brittleness' && unit.kind === 'order') {
          const [a, b] = [await oracle.probs(unit.first), await oracle.probs(unit.second)];
          const rest = (probs: ReadonlyMap<string, number>) => 1 - [...probs.values()].reduce((all, p) => all + p, 0);
          const sum = alphabet.reduce((all, action) => all + Math.abs((a.get(action) ?? 0) - (b.get(action) ?? 0)), 0);
          close(unit.distance, (sum + Math.abs(rest(a) - rest(b))) / 2, name);
        }
      }
      const plies = units.flatMap((unit) => (unit.measure === 'legality' ? unit.plies : []));
      const header = {
        ...settings,
        measures: [...OF_ANY_WORLD],
        world: world.name,
        worldPrint: '',
        model: 'test',
        asking: '',
      };
      const summary = summarizeLab(header, units, survey.walks);
      close(
        summary.legality?.[0].mass?.value ?? null,
        plies.reduce((all, { mass }) => all + mass, 0) / plies.length,
        'mean mass',
      );
      const same = units.flatMap((unit) => (unit.measure === 'compression' && unit.same !== null ? [unit.same] : []));
      if (same.length > 0)
        close(
          summary.compression?.[0].values['same'].interval?.value ?? null,
          same.reduce((all, one) => all + one, 0) / same.length,
          'mean compression',
        );
      const recalls = units.flatMap((unit) =>
        unit.measure === 'distinction' && unit.recall !== null ? [unit.recall] : [],
      );
      close(
        summary.distinction?.[0].values['recall'].interval?.value ?? null,
        recalls.length === 0 ? null : recalls.reduce((all, one) => all + one, 0) / recalls.length,
        'mean recall',
      );
    });

  itLong('estimates by drawn suffixes what enumeration gives', async () => {
    const world = randomTable(9, 120, 6);
    const survey = surveyWorld(world, 15);
    const model = wrongModel(9, randomTable(109, 120, 6), survey.actions);
    const exact: LabSettings = {
      ...LAB_DEFAULTS,
      histories: 14,
      length: 15,
      seed: 9,
      epsilon: 0.06,
      suffix: 3,
      limit: 1e6,
      budget: 10,
    };
    const [all, drawn] = [
      await measured(world, model, exact),
      await measured(world, model, { ...exact, limit: 0, samples: 2000 }),
    ];
    let compared = 0;
    for (const [i, unit] of drawn.entries()) {
      const other = all.find(({ measure, unit: number }) => measure === unit.measure && number === unit.unit);
      if (unit.measure !== 'distinction' || other?.measure !== 'distinction') continue;
      assert.deepEqual([unit.first, unit.second], [other.first, other.second], String(i));
      for (const key of ['precision', 'recall'] as const) {
        assert.equal(unit[key] === null, other[key] === null);
        if (unit[key] === null || other[key] === null) continue;
        assert.ok(Math.abs(unit[key] - other[key]) < 0.1, `${key} ${unit[key]} instead of ${other[key]}`);
        compared++;
      }
      assert.equal(unit.sampled, true);
    }
    assert.ok(compared > 14);
  });
});
