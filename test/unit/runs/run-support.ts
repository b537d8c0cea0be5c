import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Result } from '../../../src/core/base/result.ts';
import { encodeRunHeader, RunReader, RunSamples } from '../../../src/core/evaluation/runs/run-file.ts';
import type { RunHeader, RunSample } from '../../../src/core/evaluation/runs/run-schema.ts';
import { type BudgetLimits, Spending } from '../../../src/core/evaluation/runs/spending.ts';
import type { ModelFault } from '../../../src/models/model.ts';
import {
  type Completion,
  type CompletionRequest,
  type Model,
  OFFLINE_CAPABILITIES,
} from '../../../src/models/model.ts';
import { DEFAULT_TEMPLATE } from '../../../src/models/prompts/prompt.ts';
import { AdaptiveLimit } from '../../../src/models/runs/adaptive-limit.ts';
import { openRunFile } from '../../../src/models/runs/node-run-file.ts';
import { type RunOptions, type RunOutcome, runTasks } from '../../../src/models/runs/run-engine.ts';
import { pgnTasks, type TaskList } from '../../../src/models/runs/task-list.ts';
import type { Clock } from '../../../src/protocol/clock.ts';

/** A clock whose waits take no time, and whose time passes all the same. */
export class HastyClock implements Clock {
  #now = 0;

  now(): number {
    return this.#now;
  }

  after(ms: number, callback: () => void): () => void {
    const timer = setImmediate(() => {
      this.#now += ms;
      callback();
    });
    return () => clearImmediate(timer);
  }

  /** Sets the clock, also back. */
  set(now: number): void {
    this.#now = now;
  }
}

const GAMES = 12;
/** Twelve short games, told apart by their first moves. */
export const PGN = ['e4', 'd4', 'c4', 'Nf3', 'g3', 'b3', 'f4', 'Nc3', 'e3', 'd3', 'a3', 'h3']
  .map((move, i) => `[Event "${i}"]\n\n1. ${move} a6 2. h4 h6 3. Na3 *\n`)
  .join('\n');

export const tasksOf = (plies = 'every:1', samples = 1): TaskList => {
  const list = pgnTasks(PGN, { plies, samples, templates: [DEFAULT_TEMPLATE], seed: 0 });
  if (!list.ok || list.value.games !== GAMES) throw new Error('the games of the tests are not what they were');
  return list.value;
};

export const headerOf = (tasks: TaskList): RunHeader => ({
  kind: 'run',
  schema: 2,
  tool: { name: 'statelens', version: '0' },
  origin: { type: 'predict' },
  models: [{ label: 'm' }],
  settings: {},
  games: { file: 'games.pgn', count: GAMES },
  plan: {
    plies: 'every:1',
    samples: 1,
    templates: [{ id: 'pgn-to-fen', messages: [{ role: 'user', content: '{{{movetext}}}' }] }],
    tasks: tasks.count,
    gamesHash: '0',
  },
});

type Answer = Result<Completion, ModelFault>;

/** A model that answers as it is told to; `count` is the number of the request, from 1. */
export const modelThat = (
  answer: (request: CompletionRequest, count: number, signal: AbortSignal) => Answer | Promise<Answer>,
): Model => {
  let count = 0;
  return {
    label: 'm',
    capabilities: () => Promise.resolve({ ok: true, value: OFFLINE_CAPABILITIES }),
    complete: async (request, signal) => {
      const number = ++count;
      await new Promise((resolve) => void setImmediate(resolve));
      if (signal.aborted) return { ok: false, error: { code: 'cancelled', message: 'cancelled', retryable: false } };
      return answer(request, number, signal);
    },
  };
};

const FEN = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
export const says = (text = FEN, inputTokens = 10, outputTokens = 5): Answer => ({
  ok: true,
  value: { text, finishReason: 'stop', usage: { inputTokens, outputTokens } },
});
export const failsWith = (code: ModelFault['code'], retryable = false, retryAfter?: number): Answer => ({
  ok: false,
  error: { code, message: `the model says ${code}`, retryable, ...(retryAfter === undefined ? {} : { retryAfter }) },
});

export const QUICK = { retries: 3, delay: 1, maxDelay: 4, maxRetryAfter: 10_000 };
export const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
export const NEVER: AbortSignal = new AbortController().signal;

export const optionsOf = (
  model: Model,
  append: RunOptions['append'],
  over: Partial<RunOptions> & { limits?: BudgetLimits } = {},
): RunOptions => {
  const clock = over.clock ?? new HastyClock();
  const concurrency = over.concurrency ?? 8;
  return {
    model,
    label: 'm',
    nameTemplate: false,
    settings: {},
    concurrency,
    limit: new AdaptiveLimit(concurrency, clock, 4),
    retry: QUICK,
    spending: new Spending(over.limits ?? {}, undefined),
    append,
    hash,
    clock,
    instant: () => '2026-01-01T00:00:00.000Z',
    random: () => 0.5,
    ...over,
  };
};

/** Goes on with the run in a file as often as it takes one call: opens, asks for what is missing, closes. */
export async function resumeIn(
  file: string,
  model: Model,
  over: Partial<RunOptions> = {},
  signal: AbortSignal = NEVER,
): Promise<RunOutcome> {
  const tasks = tasksOf();
  const answered = new Set<string>();
  const opened = await openRunFile({
    file,
    header: () => headerOf(tasks),
    breakLock: false,
    onSample: ({ id, error }) => void (error === undefined ? answered.add(id) : answered.delete(id)),
  });
  if (!opened.ok) throw new Error(opened.error);
  try {
    const wanted = tasks.numbersOf(undefined).filter((number) => !answered.has(tasks.idOf(tasks.at(number), 'm')));
    const append = over.append ?? ((sample: RunSample) => opened.value.append(sample));
    return await runTasks(tasks.ofNumbers(wanted), optionsOf(model, append, over), signal);
  } finally {
    await opened.value.close();
  }
}

/** What a run file holds, as readers see it. */
export function readBack(file: string) {
  const reader = new RunReader();
  const run = new RunSamples();
  const events = [...reader.push(readFileSync(file, 'utf8')), ...reader.end()];
  run.add(events);
  const lines = events.flatMap((event) => (event.type === 'sample' ? [event.sample.id] : []));
  return { run, lines, problems: run.problems, tail: reader.tail };
}

export const headerLine = (): string => encodeRunHeader(headerOf(tasksOf()));
