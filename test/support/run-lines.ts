import type { RunHeader, RunSample } from '../../src/core/evaluation/runs/run-schema.ts';

const FEN = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1';

/** Header of a run with every field that names its plan. */
export const RUN_HEADER = {
  kind: 'run',
  schema: 2,
  tool: { name: 'statelens', version: '1.2.3' },
  created: '2026-11-02T10:00:00Z',
  origin: { type: 'predict' },
  models: [{ label: 'm', provider: 'openai', model: 'gpt', endpoint: 'https://api.example/v1', api: 'chat' }],
  settings: { temperature: 0.5, topP: 0.9, maxTokens: 256, topLogprobs: 2, seed: 3, samplesPerPosition: 2 },
  seed: 7,
  games: { file: 'games.pgn', count: 3 },
  limits: { maxRequests: 100, maxCost: 2.5, maxTokensTotal: 5000 },
  metrics: { depth: 3, method: 'guided', samples: 200, seed: 1, policy: 'captures', importance: true },
  plan: {
    plies: 'every:4',
    where: 'plies > 10',
    samples: 2,
    templates: [
      { id: 'state', title: 'State', messages: [{ role: 'user', content: 'Give the FEN after {{moves}}.' }] },
    ],
    tasks: 40,
    gamesHash: 'ab12',
  },
} as const satisfies RunHeader;

/** Headers that differ from `RUN_HEADER` in one thing each, by its name. */
export function runHeaders(): Readonly<Record<string, RunHeader>> {
  const { plan, models, settings, seed: _, ...rest } = RUN_HEADER;
  const [model] = models;
  const planned = (over: Partial<NonNullable<RunHeader['plan']>>): RunHeader => ({
    ...RUN_HEADER,
    plan: { ...plan, ...over },
  });
  const { api: __, ...anyApi } = model;
  return {
    same: RUN_HEADER,
    label: { ...RUN_HEADER, models: [{ ...model, label: 'n' }] },
    provider: { ...RUN_HEADER, models: [{ ...model, provider: 'google' }] },
    model: { ...RUN_HEADER, models: [{ ...model, model: 'other' }] },
    endpoint: { ...RUN_HEADER, models: [{ ...model, endpoint: 'https://other.example/v1' }] },
    responses: { ...RUN_HEADER, models: [{ ...model, api: 'responses' }] },
    'no api': { ...RUN_HEADER, models: [anyApi] },
    'label alone': { ...RUN_HEADER, models: [{ label: 'm' }] },
    'no models': { ...RUN_HEADER, models: [] },
    settings: { ...RUN_HEADER, settings: { ...settings, temperature: 1 } },
    'settings in another order': { ...RUN_HEADER, settings: Object.fromEntries(Object.entries(settings).reverse()) },
    'no seed': { ...rest, models: [...models], settings, plan },
    seed: { ...RUN_HEADER, seed: 8 },
    plies: planned({ plies: 'ends' }),
    where: planned({ where: 'plies > 11' }),
    samples: planned({ samples: 3 }),
    tasks: planned({ tasks: 41 }),
    templates: planned({ templates: [...plan.templates, { id: 'other', messages: [] }] }),
    games: planned({ gamesHash: 'cd34' }),
    shard: planned({ shard: { index: 2, of: 3 } }),
    'last shard': planned({ shard: { index: 3, of: 3 } }),
    walks: planned({ walks: { world: { kind: 'named', name: 'hex3' }, count: 4, length: 9 } }),
    world: planned({ world: { kind: 'named', name: 'hex3' } }),
    'no plan': { ...rest, models: [...models], settings, seed: 7 },
  };
}

/** A sample with an answer, or one whose request failed. */
export const runSample = (over: Partial<RunSample>, failed: boolean): RunSample => ({
  kind: 'sample',
  id: 'm#0.1.0',
  model: 'm',
  index: 0,
  game: 0,
  ply: 1,
  variant: 'chess',
  moves: ['e4'],
  trueFen: FEN,
  raw: failed ? null : FEN,
  extraction: null,
  ...(failed && { error: { code: 'timeout', message: 'no answer in time' } }),
  ...over,
});
