import type { CommandModule } from './command.ts';

interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  /** Loaded only when the command is called, so that none pays for the others. */
  readonly load: () => Promise<CommandModule>;
}

/** Every command, in the order of the help. */
export const COMMANDS: readonly CommandEntry[] = [
  {
    name: 'check',
    summary: 'find what is wrong in PGN, FEN, EPD and MAV files',
    load: () => import('./check/check.ts'),
  },
  {
    name: 'format',
    summary: 'format PGN, FEN, EPD and MAV files',
    load: () => import('./rewrite/format.ts'),
  },
  {
    name: 'compare',
    summary: 'compare a predicted state with the true one, by every metric',
    load: () => import('./score/compare.ts'),
  },
  {
    name: 'score',
    summary: 'score every prediction written in files',
    load: () => import('./score/score.ts'),
  },
  {
    name: 'predict',
    summary: 'let a model predict states and write them into PGN files',
    load: () => import('./predict/predict.ts'),
  },
  {
    name: 'run',
    summary: 'let models predict many states, into run files that survive any interruption',
    load: () => import('./runs/run.ts'),
  },
  {
    name: 'resume',
    summary: 'go on with runs that were stopped or killed',
    load: () => import('./runs/resume.ts'),
  },
  {
    name: 'merge',
    summary: 'join the shards of a run into one run file',
    load: () => import('./runs/merge.ts'),
  },
  {
    name: 'batch',
    summary: "a run by OpenAI's Batch API: write its requests, read its results",
    load: () => import('./batch/batch.ts'),
  },
  {
    name: 'prompt',
    summary: 'show what a model would be asked, without a request',
    load: () => import('./predict/prompt.ts'),
  },
  {
    name: 'import',
    summary: 'turn the logs of another benchmark into a run file or an annotated PGN',
    load: () => import('./import/import.ts'),
  },
  {
    name: 'report',
    summary: 'report on evaluation runs: scores with intervals, by model and length of game',
    load: () => import('./report/report.ts'),
  },
  {
    name: 'annotate',
    summary: 'write the predictions of a run file into a PGN',
    load: () => import('./rewrite/annotate.ts'),
  },
  {
    name: 'strip',
    summary: 'take predictions out of files again',
    load: () => import('./rewrite/strip.ts'),
  },
  {
    name: 'mav',
    summary: 'write and judge MAV examples: prompts, reference answers, statistics, datasets',
    load: () => import('./mav/mav.ts'),
  },
  {
    name: 'search',
    summary: 'search a position by Monte Carlo tree search over a world model',
    load: () => import('./search/search.ts'),
  },
  {
    name: 'trace',
    summary: 'write the reference trace of an internal search',
    load: () => import('./search/trace.ts'),
  },
  {
    name: 'lsp',
    summary: 'run the language server for an editor',
    load: () => import('./servers/lsp.ts'),
  },
  {
    name: 'mcp',
    summary: 'offer the tools for agents over the Model Context Protocol',
    load: () => import('./servers/mcp.ts'),
  },
];
