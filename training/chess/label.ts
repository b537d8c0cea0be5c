import process from 'node:process';
import { systemClock } from '../../src/compute/system-clock.ts';
import { CHESS960 } from '../../src/core/games/chess/frame.ts';
import { moveName } from '../../src/core/games/chess/moves.ts';
import { type ChessState, INITIAL_FEN, printChess } from '../../src/core/games/chess/state.ts';
import { PUBLISHED_DIALECT } from '../../src/core/mav/syntax.ts';
import { toBucket } from '../../src/core/mav/values.ts';
import { EngineValues } from '../../src/engine/engine-values.ts';
import { nodeProgram } from '../../src/engine/node-program.ts';
import { PATIENCE } from '../../src/engine/watchdog.ts';
import { startOf } from './games.ts';
import { appendChunk, CHUNK, type Labeled, openLabels, readLabels } from './labels.ts';
import { type LaneFiles, type LaneName, laneOf } from './lanes.ts';

export interface LabelOptions extends LaneFiles {
  readonly lane: LaneName;
  /** File of the labels. */
  readonly out: string;
  /** A program that speaks UCI. */
  readonly engine: string;
  readonly depth: number;
  /** Stops when the file has as many. */
  readonly positions: number;
  readonly tell: (line: string) => void;
}

/** Labels positions until there are enough, or the process is asked to end; the same options go on from there. */
export async function label({
  lane: name,
  out,
  engine,
  depth,
  positions,
  tell,
  ...files
}: LabelOptions): Promise<void> {
  const lane = laneOf(name, files);
  const program = nodeProgram(engine);
  // At the lowest priority an engine may get no time for minutes.
  const patience = { ...PATIENCE, answerMs: 900_000, quietMs: 900_000 };
  const source = new EngineValues({ program, clock: systemClock, limit: { depth }, patience, cacheEntries: 1 });
  const stop = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop.abort());
  try {
    // an engine says its name when it is first asked
    await bucketsOf(source, startOf(INITIAL_FEN, false), stop.signal);
    openLabels(out, { lane: name, games: lane.digest, engine: source.label.split(',')[0] ?? engine, depth });
    const before = readLabels(out, lane, { cutsEnd: true });
    let done = before.labeled.length;
    tell(`${out}: ${done} positions of ${before.drawn} drawn`);
    const begun = systemClock.now();
    let chunk: Labeled[] = [];
    for (const { position, drawn } of before.rest) {
      if (done >= positions) break;
      const buckets = await bucketsOf(source, position.state, stop.signal);
      if (buckets === undefined) break;
      const values = Uint8Array.from(position.seen.moves, (move) => bucketOfMove(buckets, move));
      chunk.push({ ...position, values });
      if (chunk.length < CHUNK && done + chunk.length < positions) continue;
      appendChunk(out, chunk, drawn);
      done += chunk.length;
      chunk = [];
      const rate = (1000 * (done - before.labeled.length)) / (systemClock.now() - begun);
      tell(`${new Date().toISOString()} ${done} positions, ${rate.toFixed(1)} a second`);
    }
  } finally {
    await source.dispose();
  }
}

/** The bucket of each legal move by its name, 0 to 63; undefined if it was stopped. */
async function bucketsOf(
  source: EngineValues,
  state: ChessState,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, number> | undefined> {
  const fen = printChess(state);
  const game = state.words[CHESS960] === 1 ? 'chess960' : 'chess';
  const found = await source.values({ game, state: fen }, signal);
  if (signal.aborted) return undefined;
  if (!found.ok) throw new Error(`${fen}: ${found.error.message}`);
  return new Map(
    found.value.actions.map(({ action, win }) => [action, toBucket(win, PUBLISHED_DIALECT) - PUBLISHED_DIALECT.base]),
  );
}

function bucketOfMove(buckets: ReadonlyMap<string, number>, move: number): number {
  const bucket = buckets.get(moveName(move));
  if (bucket === undefined) throw new Error(`the engine has no value of ${moveName(move)}`);
  return bucket;
}
