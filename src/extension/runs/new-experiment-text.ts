import { DEFAULT_TEMPLATE } from '../../models/prompts/prompt.ts';
import { tasksOfPgn } from '../../models/runs/task-planner.ts';
import type { PredictSettings } from '../platform/settings.ts';

const MAX_TEXT_LENGTH = 1 << 20;

/** Every tenth half-move, or the ends of games that are all shorter than that. */
export function sensiblePlies(pgn: string): string {
  const plan = { plies: 'every:10', samples: 1, templates: [DEFAULT_TEMPLATE], seed: 0 };
  // The first games say enough, and quickly.
  const tasks = tasksOfPgn(pgn.slice(0, MAX_TEXT_LENGTH), plan);
  return tasks.ok && tasks.value.count > 0 ? '{ "every": 10 }' : '"ends"';
}

/** An experiment with sensible values, and what else there is as comments. */
export function experimentText(
  games: string,
  plies: string,
  { model, openAiModel, baseUrl }: Pick<PredictSettings, 'model' | 'openAiModel' | 'baseUrl'>,
): string {
  const name = /^openai:(.+)$/s.exec(model === 'openai' ? `openai:${openAiModel}` : model)?.[1];
  const server = baseUrl === '' ? '' : `, "baseUrl": ${JSON.stringify(baseUrl)}`;
  const own = name === undefined ? '' : `,\n    { "model": ${JSON.stringify(`openai:${name}`)}${server} }`;
  const example =
    name === undefined
      ? `\n    // { "model": "openai:llama3.2", "baseUrl": "http://localhost:11434/v1" }`
      : `\n    // With "prices": { "input": 2.5, "output": 10, "currency": "USD", "date": "2026-01-31" } its cost is known.`;
  return `{
  // Main lines of these games are asked about.
  "games": ${JSON.stringify(games)},
  // Where: "ends", { "every": 10 }, [20, 40], or { "lengths": [20, 40], "count": 50 }, drawn by the seed.
  "plies": ${plies},
  // Who: a run file for each is written into .statelens/runs.
  "models": [
    "builtin:mav-small",
    "baseline:naive-tracker"${own}${example}
  ],
  // Each template asks about each position so many times.
  "templates": ["pgn-to-fen"],
  "samples": 1,
  "settings": { "maxTokens": 2000 },
  "seed": 1,
  // The experiment ends in good order at this number of requests.
  "maxRequests": 1000
}
`;
}
