import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  type ExperimentProblem,
  experimentSchema,
  readExperiment,
} from '../../../src/core/evaluation/runs/experiment.ts';
import { metricsEntries } from '../../../src/core/evaluation/runs/run-metrics.ts';
import { inShard, readRunPlies, readShard, shardSize } from '../../../src/core/evaluation/runs/run-plan.ts';
import { METHODS, POLICIES } from '../../../src/core/metrics/affordance-options.ts';
import { templatesFor } from '../../../src/models/prompts/templates.ts';
import { tasksOf } from './run-support.ts';

const MIN = { games: 'games.pgn', models: ['baseline:naive-tracker'] };
const PRICES = { input: 1, output: 2, currency: 'USD', date: '2026-01-31' };

describe('an experiment', () => {
  const problems = (value: unknown): readonly ExperimentProblem[] => {
    const read = readExperiment(value);
    assert.ok(!read.ok, JSON.stringify(value));
    return read.error;
  };

  it('needs games and models, and the rest has defaults', () => {
    const read = readExperiment(MIN);
    assert.ok(read.ok);
    assert.deepEqual(read.value, {
      games: 'games.pgn',
      plies: 'ends',
      models: [{ model: 'baseline:naive-tracker' }],
      samples: 1,
      settings: {},
      seed: 0,
    });
  });

  it('names plies in four ways', () => {
    const pliesOf = (plies: unknown): unknown => {
      const read = readExperiment({ ...MIN, plies });
      return read.ok && read.value.plies;
    };
    assert.equal(pliesOf('every:4'), 'every:4');
    assert.equal(pliesOf([4, 8]), 'ply:4,8');
    assert.equal(pliesOf({ every: 10 }), 'every:10');
    assert.equal(pliesOf({ lengths: [10, 20], count: 50 }), 'random:10,20x50');
    assert.equal(pliesOf('sometimes'), false);
    assert.equal(pliesOf([]), false);
    assert.equal(pliesOf({ every: 0 }), false);
  });

  it('says what is wrong, and where', () => {
    assert.deepEqual(problems({ ...MIN, model: 'x' }), [{ path: ['model'], message: 'unknown key' }]);
    assert.deepEqual(problems({ models: ['a'] })[0]?.path, ['games']);
    assert.deepEqual(problems({ ...MIN, settings: { temperature: 3 } })[0]?.path, ['settings', 'temperature']);
    assert.deepEqual(problems({ ...MIN, models: ['a', { model: 'b', apiKey: 'sk' }] })[0]?.path.slice(0, 2), [
      'models',
      1,
    ]);
    assert.deepEqual(problems({ ...MIN, models: ['a', 'a'] })[0]?.path, ['models', 1]);
    assert.match(problems({ ...MIN, maxCost: 3 })[0]?.message ?? '', /requires dated prices/);
    assert.match(problems({ ...MIN, name: '../up' })[0]?.message ?? '', /letters/);
    const ofMetrics = (metrics: object) => problems({ ...MIN, metrics })[0];
    assert.match(ofMetrics({ method: 'naive', targetError: 0.1 })?.message ?? '', /targetError requires one of/);
    assert.match(ofMetrics({ policy: 'captures' })?.message ?? '', /require the method guided/);
    assert.match(ofMetrics({ targetError: 1 })?.message ?? '', /between 0 and 1/);
    assert.deepEqual(ofMetrics({ depth: 0 })?.path, ['metrics', 'depth']);
    assert.match(ofMetrics({ epsilon: 1 })?.message ?? '', /unknown key/);
    assert.ok(readExperiment({ ...MIN, metrics: { method: 'guided', policy: 'captures', targetError: 0.02 } }).ok);
    assert.ok(readExperiment({ ...MIN, models: [{ model: 'a', prices: PRICES }], maxCost: 3 }).ok);
    for (const value of [null, [], 7, 'x', {}]) assert.ok(problems(value).length > 0);
  });

  it('is told to editors with the same names', () => {
    type Schema = { readonly properties?: Readonly<Record<string, { readonly description?: string }>> };
    const schema = JSON.parse(fs.readFileSync('languages/experiment.schema.json', 'utf8')) as Schema & {
      readonly definitions: Readonly<Record<string, Schema & { readonly oneOf?: readonly Schema[] }>>;
    };
    const names = (value: object | undefined): string[] => Object.keys(value ?? {}).sort();
    const { entries } = experimentSchema;
    assert.deepEqual(names(schema.properties), names(entries));
    const [, model] = entries.models.pipe[0].item.pipe[0].options;
    assert.deepEqual(names(schema.definitions['model']?.oneOf?.[1]?.properties), names(model.entries));
    const metrics = schema.properties?.['metrics'] as Schema | undefined;
    assert.deepEqual(names(metrics?.properties), names(metricsEntries));
    const choices = (name: string) => (metrics?.properties?.[name] as { enum?: string[] } | undefined)?.enum;
    assert.deepEqual([choices('method'), choices('policy')], [[...METHODS], [...POLICIES]]);
    const { settings, prices } = model.entries;
    assert.deepEqual(names(schema.definitions['settings']?.properties), names(settings.wrapped.entries));
    assert.deepEqual(names(schema.definitions['prices']?.properties), names(prices.wrapped.entries));
    for (const { id } of templatesFor('state'))
      assert.ok(schema.properties?.['templates']?.description?.includes(id), id);
  });
});

describe('random plies', () => {
  const lengths = fc.array(fc.nat(120), { minLength: 1, maxLength: 60 });

  it('are drawn of games that are long enough, as many as there are, the same for a seed', () => {
    fc.assert(
      fc.property(lengths, fc.nat(70), fc.nat(1000), (games, count, seed) => {
        const plan = readRunPlies(`random:10,40,80x${count + 1}`);
        assert.ok(plan !== undefined);
        const plies = plan(games, seed);
        assert.deepEqual(plies, plan(games, seed));
        for (const ply of [10, 40, 80]) {
          const asked = plies.filter((list) => list.includes(ply)).length;
          assert.equal(asked, Math.min(count + 1, games.filter((length) => length >= ply).length));
        }
        for (const [game, list] of plies.entries()) {
          assert.ok(list.every((ply) => ply <= (games[game] ?? 0)));
          assert.deepEqual(
            list,
            [...new Set(list)].sort((a, b) => a - b),
          );
        }
      }),
    );
  });

  it('leave the games of a length as they are when another length is added', () => {
    const games = Array.from({ length: 40 }, () => 100);
    const at = (text: string, ply: number) =>
      readRunPlies(text)?.(games, 7).flatMap((list, game) => (list.includes(ply) ? [game] : []));
    assert.deepEqual(at('random:20x5', 20), at('random:10,20,30x5', 20));
    assert.notDeepEqual(at('random:10,20x5', 10), at('random:10,20x5', 20));
  });

  it('want plies and a number', () => {
    for (const text of ['random:10', 'random:x5', 'random:10x0', 'random:10x', 'random:1e3x5', ''])
      assert.equal(readRunPlies(text), undefined, text);
  });
});

describe('shards', () => {
  it('have each task once together, and differ by one task at most', () => {
    fc.assert(
      fc.property(fc.nat(300), fc.integer({ min: 1, max: 40 }), (tasks, of) => {
        const shards = Array.from({ length: of }, (_, i) => ({ index: i + 1, of }));
        const sizes = shards.map((shard) => shardSize(tasks, shard));
        for (let task = 0; task < tasks; task++) assert.equal(shards.filter((shard) => inShard(task, shard)).length, 1);
        for (const [i, shard] of shards.entries())
          assert.equal(sizes[i], Array.from({ length: tasks }, (_, t) => t).filter((t) => inShard(t, shard)).length);
        assert.ok(Math.max(...sizes) - Math.min(...sizes) <= 1);
      }),
    );
  });

  it('are written as i/n', () => {
    assert.deepEqual(readShard('3/8'), { index: 3, of: 8 });
    for (const text of ['0/8', '9/8', '3', '3/', '-1/8', '1/0', '1/9999999', ' 1/2'])
      assert.equal(readShard(text), undefined, text);
  });
});

describe('the tasks of a run', () => {
  it('are numbered by position, template and sample, each with an id of its own', () => {
    const list = tasksOf('every:2', 3);
    const ids = list.numbersOf(undefined).map((number) => list.idOf(list.at(number), 'm'));
    assert.equal(new Set(ids).size, list.count);
    assert.equal(list.count, list.positions * 3);
    assert.deepEqual(ids.slice(0, 4), ['m#0.2.0', 'm#0.2.1', 'm#0.2.2', 'm#0.4.0']);
    assert.throws(() => list.at(list.count), RangeError);
  });
});

describe('what is wrong with a field', () => {
  const said = (value: object): string[] => {
    const read = readExperiment({ games: 'g.pgn', models: ['baseline:lag-1'], ...value });
    return read.ok ? [] : read.error.map(({ path, message }) => `${path.join('.')}: ${message}`);
  };

  it('is said in plain words', () => {
    assert.deepEqual(said({ models: undefined }), ['models: must be a list']);
    const bare = readExperiment({ games: 'g.pgn' });
    assert.deepEqual(!bare.ok && bare.error, [{ path: ['models'], message: 'missing' }]);
    assert.deepEqual(said({ samples: 0 }), ['samples: must be at least 1']);
    assert.deepEqual(said({ samples: 1.5 }), ['samples: must be a whole number']);
    assert.deepEqual(said({ settings: { temperature: 3 } }), ['settings.temperature: must be at most 2']);
    assert.deepEqual(said({ api: 'x' }), ['api: must be "auto" or "chat" or "responses"']);
    assert.deepEqual(said({ games: 5 }), ['games: must be a text']);
    assert.deepEqual(said({ sample: 2 }), ['sample: unknown key']);
    assert.deepEqual(said({ templates: [] }), ['templates: must list at least one template']);
  });
});
