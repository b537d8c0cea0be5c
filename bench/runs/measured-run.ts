import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { systemClock } from '../../src/compute/system-clock.ts';
import type { RunHeader } from '../../src/core/evaluation/runs/run-schema.ts';
import { Spending } from '../../src/core/evaluation/runs/spending.ts';
import type { Model } from '../../src/models/model.ts';
import { DEFAULT_TEMPLATE } from '../../src/models/prompts/prompt.ts';
import { AdaptiveLimit } from '../../src/models/runs/adaptive-limit.ts';
import { FolderAnswerCache } from '../../src/models/runs/node-answer-cache.ts';
import { openRunFile } from '../../src/models/runs/node-run-file.ts';
import { RUN_RETRY_POLICY, runTasks } from '../../src/models/runs/run-engine.ts';
import { pgnTasks, type TaskList } from '../../src/models/runs/task-list.ts';
import { type Cost, timedAsync } from '../harness/timed.ts';

export const IN_FLIGHT = 64;

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Behind the openings, where hardly two games have the same moves: else the cache would save requests. */
const PLIES = `ply:${Array.from({ length: 40 }, (_, i) => 20 + 2 * i).join(',')}`;

/** Tasks of real games, so many at most. */
export function tasksOf(pgn: string, most: number): { readonly tasks: TaskList; readonly numbers: readonly number[] } {
  const list = pgnTasks(pgn, { plies: PLIES, samples: 1, templates: [DEFAULT_TEMPLATE], seed: 0 });
  if (!list.ok) throw new Error(list.error.message);
  return { tasks: list.value, numbers: list.value.numbersOf(undefined).slice(0, most) };
}

/** Runs tasks into a file of a new folder, as the command line does, and gives what that took. */
export async function measureRun(
  model: Model,
  { tasks, numbers }: ReturnType<typeof tasksOf>,
  hasCache: boolean,
): Promise<Cost & { readonly samples: number }> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'statelens-bench-'));
  const header: RunHeader = {
    kind: 'run',
    schema: 2,
    tool: { name: 'bench', version: '0' },
    origin: { type: 'predict' },
    models: [{ label: model.label }],
    settings: {},
  };
  try {
    const opened = await openRunFile({
      file: path.join(folder, 'bench.run.jsonl'),
      header: () => header,
      breakLock: false,
      onSample: () => {},
    });
    if (!opened.ok) throw new Error(opened.error);
    const run = () =>
      runTasks(
        tasks.ofNumbers(numbers),
        {
          model,
          label: model.label,
          nameTemplate: false,
          settings: {},
          concurrency: IN_FLIGHT,
          limit: new AdaptiveLimit(IN_FLIGHT, systemClock, IN_FLIGHT),
          retry: RUN_RETRY_POLICY,
          spending: new Spending({}, undefined),
          append: (sample) => opened.value.append(sample),
          cache: hasCache ? new FolderAnswerCache(path.join(folder, 'cache')) : undefined,
          hash,
          clock: systemClock,
          instant: () => new Date().toISOString(),
          random: Math.random,
        },
        new AbortController().signal,
      );
    const { value, cpuMs, wallMs } = await timedAsync(run);
    await opened.value.close();
    return { samples: value.answered, cpuMs, wallMs };
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** The same number of requests by nothing but `fetch`: what no client can save. */
export async function measureFetch(baseUrl: string, count: number, prompt: string): Promise<Cost> {
  const body = JSON.stringify({ model: 'm', messages: [{ role: 'user', content: prompt }] });
  const headers = { 'content-type': 'application/json' };
  let left = count;
  const worker = async (): Promise<void> => {
    while (left-- > 0) await (await fetch(`${baseUrl}/chat/completions`, { method: 'POST', headers, body })).json();
  };
  return timedAsync(async () => void (await Promise.all(Array.from({ length: IN_FLIGHT }, worker))));
}
