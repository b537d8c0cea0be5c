import type { Jobs, ScoreSampleJob } from '../../compute/jobs/jobs.ts';
import type { Pool } from '../../compute/pool/pool.ts';
import { fingerprint } from '../../core/base/text/hash.ts';
import { PositionClusters } from '../../core/evaluation/report/positions.ts';
import {
  isBaseline,
  LongestLines,
  promptPosition,
  type ReportRun,
  type ReportSample,
} from '../../core/evaluation/report/report-sample.ts';
import type { SampleLine } from '../../core/evaluation/report/sample-scores.ts';
import type { ScoreRow } from '../../core/evaluation/report/score-file.ts';
import { sampleId } from '../../core/evaluation/runs/run-file.ts';
import { isComparedWorld } from '../../core/metrics/comparison-rules.ts';
import { decodeState } from '../../core/worlds/renamed-world.ts';
import type { World } from '../../core/worlds/world.ts';
import { buildWorld, originalSpec, type WorldSpec } from '../../core/worlds/world-spec.ts';
import type { Task } from '../model.ts';
import { BASELINES } from '../sources/baselines.ts';
import { getSampleLine, RunPass } from './run-pass.ts';
import { type RunSource, ScoreStore } from './run-source.ts';
import { type ScoredRun, type Scoring, scoringKey } from './score-run.ts';

/** Baselines that any model must beat. A lag of two plies keeps the side to move right, a lag of one would not. */
export const FLOORS = ['naive-tracker', 'lag-2', 'start-position'] as const;
/** Baselines of worlds: ignore the last action, all of them, or everything but their number. */
export const WORLD_FLOORS = ['lag-1', 'start-position', 'random-walk'] as const;

/** Limit of the positions, evenly spaced over all: enough for intervals of a percent. */
const MAX_POSITIONS = 3000;

interface FloorPosition {
  readonly source: RunSource;
  readonly games: string | undefined;
  readonly world: WorldSpec | undefined;
  readonly sample: ReportSample;
}

/**
 * Scores the baselines on the positions of the runs, as separate runs; those that a run already has are left out, and so are positions
 * whose moves are not known. Their scores are stored beside the first run.
 */
export async function scoreBaselines(
  runs: readonly ScoredRun[],
  scoring: Scoring,
  pool: () => Promise<Pool<Jobs>>,
): Promise<ReportRun[]> {
  const present = new Set(runs.flatMap(({ run }) => run.samples.map(({ model }) => model).filter(isBaseline)));
  const namesFor = ({ sample }: FloorPosition): string[] =>
    (isComparedWorld(sample.variant) ? WORLD_FLOORS : FLOORS).filter((name) => !present.has(`${BASELINES.id}:${name}`));
  const positions = chosenPositions(runs);
  const first = runs.find(({ source }) => source.isAgain)?.source;
  if (positions.every((position) => namesFor(position).length === 0)) return [];
  const store = new ScoreStore(scoring.keep ? first?.scores('floors.scores') : undefined, scoring.note);
  await store.load();
  const key = scoringKey(scoring);
  const wanted = positions.flatMap((position) =>
    namesFor(position).map((name) => ({ position, row: floorRow(position, name, key) })),
  );
  const missing = wanted.filter(({ row }) => store.get(row.key) === undefined);
  if (missing.length > 0) scoring.onTotal?.(missing.length);
  const scored = missing.length === 0 ? new Map<string, ScoreRow>() : await score(missing, store, scoring, pool);
  store.close();
  const found = wanted.flatMap(({ position, row }) => {
    const known = scored.get(row.key) ?? store.get(row.key);
    return known === undefined ? [] : [{ games: position.games, world: position.world, row: known }];
  });
  const byGames = new Map<string, FloorGames & { readonly rows: ScoreRow[] }>();
  for (const { games, world, row } of found) {
    const known = byGames.get(gamesKey({ games, world }));
    if (known === undefined) byGames.set(gamesKey({ games, world }), { games, world, rows: [row] });
    else known.rows.push(row);
  }
  return Array.from(byGames, ([key, { games, world, rows: samples }]) => {
    const lines = new LongestLines();
    for (const { run } of runs)
      if (gamesKey(run) === key)
        for (const [game, { startFen, moves }] of run.lines ?? []) lines.add(game, startFen, moves);
    return {
      file: 'baselines',
      ...(games !== undefined && { games }),
      ...(world !== undefined && { world }),
      samples,
      lines: lines.games,
    };
  });
}

type FloorGames = Pick<FloorPosition, 'games' | 'world'>;

/** Returns a key that is equal for runs whose games have the same numbers and names of moves. */
const gamesKey = ({ games, world }: { readonly games?: string | undefined; readonly world?: WorldSpec | undefined }) =>
  JSON.stringify([games, world]);

/** Returns each position once, evenly thinned out if there are very many. */
function chosenPositions(runs: readonly ScoredRun[]): FloorPosition[] {
  const positions = new PositionClusters();
  const all: FloorPosition[] = [];
  for (const { source, run } of runs) {
    if (!source.isAgain) continue;
    for (const sample of run.samples) {
      if (!isBaseline(sample.model) && positions.of(run, sample) === all.length)
        all.push({ source, games: run.games, world: run.world, sample });
    }
  }
  const step = Math.max(1, all.length / MAX_POSITIONS);
  return Array.from({ length: Math.floor(all.length / step) }, (_, i) => all[Math.floor(i * step)]).filter(
    (position) => position !== undefined,
  );
}

function floorRow({ games, world, sample }: FloorPosition, name: string, scoring: string): ScoreRow {
  const { game, ply, variant, trueFen } = sample;
  const label = `${BASELINES.id}:${name}`;
  return {
    key: fingerprint(
      JSON.stringify([scoring, label, games, game, ply, variant, trueFen, ...(world === undefined ? [] : [world])]),
    ),
    id: sampleId({ model: label, game, ply, index: 0 }),
    model: label,
    index: 0,
    ...promptPosition(sample, sample.san),
    predicted: null,
    scores: null,
  };
}

async function score(
  missing: readonly { readonly position: FloorPosition; readonly row: ScoreRow }[],
  store: ScoreStore,
  scoring: Scoring,
  pool: () => Promise<Pool<Jobs>>,
): Promise<Map<string, ScoreRow>> {
  const lines = await positionLines(
    missing.map(({ position }) => position),
    scoring,
  );
  const waiting: ScoreRow[] = [];
  const jobs = async function* (): AsyncGenerator<ScoreSampleJob, void, undefined> {
    for (const { position, row } of missing) {
      const line = lines.get(lineKey(position.source, position.sample.id));
      const { world } = position;
      const predicted = line && (await predictedBy(row, line, world, scoring.signal));
      if (line === undefined || predicted === undefined) continue;
      waiting.push({ ...row, predicted });
      const { variant, trueFen } = row;
      const asked = { variant, ...(world !== undefined && { world: originalSpec(world) }), trueFen };
      yield { ...asked, predictedFen: predicted, line, options: scoring.options };
    }
  };
  const found = new Map<string, ScoreRow>();
  const { signal } = scoring;
  for await (const result of (await pool()).map('score-sample', jobs(), { signal })) {
    const row = waiting.shift();
    if (row === undefined) throw new Error('more results than positions');
    if (!result.ok || 'stopped' in result.value) continue;
    const whole = { ...row, scores: result.value };
    found.set(row.key, whole);
    store.add(whole);
    scoring.onScored();
  }
  return found;
}

/** Returns the baseline's state; undefined if it cannot work on the task. */
async function predictedBy(
  row: ScoreRow,
  line: SampleLine,
  spec: WorldSpec | undefined,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { variant } = row;
  const model = BASELINES.open(row.model.slice(BASELINES.id.length + 1));
  if (!model.ok) return undefined;
  const task = rowTask(variant, line, spec);
  if (task === undefined) return undefined;
  const answer = await model.value.complete({ task, messages: [], settings: {} }, signal);
  if (!answer.ok) return undefined;
  const { text } = answer.value;
  return task.kind === 'world' ? decodeState(task.world, text) : text;
}

function rowTask(variant: ScoreRow['variant'], line: SampleLine, spec: WorldSpec | undefined): Task | undefined {
  if (!isComparedWorld(variant)) return { kind: 'state', variant, ...line, sample: 0 };
  const world = spec && builtWorld(spec);
  return world && { kind: 'world', world, ...line, sample: 0 };
}

/** Returns the world of a description, built once. */
function builtWorld(spec: WorldSpec): World<unknown> | undefined {
  const known = WORLDS.get(spec);
  if (known !== undefined) return known;
  const built = buildWorld(spec);
  if (!built.ok) return undefined;
  WORLDS.set(spec, built.value);
  return built.value;
}

const WORLDS = new WeakMap<WorldSpec, World<unknown>>();

const lineKey = ({ path }: RunSource, id: string): string => `${path}\n${id}`;

/** Returns the moves of the chosen samples, from a second reading of their runs. */
async function positionLines(positions: readonly FloorPosition[], scoring: Scoring): Promise<Map<string, SampleLine>> {
  const wanted = new Set(positions.map(({ source, sample }) => lineKey(source, sample.id)));
  const lines = new Map<string, SampleLine>();
  for (const source of new Set(positions.map((position) => position.source))) {
    for await (const sample of new RunPass(source).samples(scoring.signal)) {
      const key = lineKey(source, sample.id);
      const line = wanted.has(key) ? getSampleLine(sample, scoring.games?.lines) : null;
      if (line !== null) lines.set(key, line);
    }
  }
  return lines;
}
