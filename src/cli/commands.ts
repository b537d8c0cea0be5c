import type { CommandEntry } from './command.ts';

/** All commands, in the groups and the order of the help and of its page. */
export const COMMAND_GROUPS: readonly { readonly title: string; readonly commands: readonly CommandEntry[] }[] = [
  {
    title: 'Files',
    commands: [
      {
        name: 'check',
        summary: 'check PGN, FEN, EPD, walk, MAV and PDDL files, and tables of worlds',
        load: () => import('./check/check.ts'),
      },
      {
        name: 'format',
        summary: 'format PGN, FEN, EPD, walk and MAV files',
        load: () => import('./rewrite/format.ts'),
      },
      {
        name: 'convert',
        summary: 'convert between PGN and walk files, and run files to walks',
        load: () => import('./rewrite/convert.ts'),
      },
      {
        name: 'audit',
        summary: 'find wrong states, illegal moves and false claims in transcripts of models',
        load: () => import('./check/audit.ts'),
      },
    ],
  },
  {
    title: 'Scores',
    commands: [
      {
        name: 'compare',
        summary: 'compare a predicted state with the true state',
        load: () => import('./score/compare.ts'),
      },
      {
        name: 'score',
        summary: 'score the predictions in files',
        load: () => import('./score/score.ts'),
      },
      {
        name: 'report',
        summary: 'report on evaluation runs: scores with confidence intervals, by model and game length',
        load: () => import('./report/report.ts'),
      },
      {
        name: 'verify',
        summary: 'compute the figures of a JSON report again from its runs',
        load: () => import('./report/verify.ts'),
      },
      {
        name: 'export',
        summary: 'write a run with its scores as a log of Inspect AI, records of Every Eval Ever, or Parquet',
        load: () => import('./report/export.ts'),
      },
    ],
  },
  {
    title: 'Models and runs',
    commands: [
      {
        name: 'predict',
        summary: 'predict states with a model and write them into PGN files',
        load: () => import('./predict/predict.ts'),
      },
      {
        name: 'run',
        summary: 'run an evaluation of models into run files that can be resumed',
        load: () => import('./runs/run.ts'),
      },
      {
        name: 'resume',
        summary: 'resume runs that were stopped or killed',
        load: () => import('./runs/resume.ts'),
      },
      {
        name: 'merge',
        summary: 'merge the shards of a run into one run file',
        load: () => import('./runs/merge.ts'),
      },
      {
        name: 'batch',
        summary: "run an evaluation through OpenAI's Batch API",
        load: () => import('./batch/batch.ts'),
      },
      {
        name: 'doctor',
        summary: 'find out how a server answers, and what to set for a model',
        load: () => import('./predict/doctor.ts'),
      },
      {
        name: 'prompt',
        summary: 'print prompts without sending a request',
        load: () => import('./predict/prompt.ts'),
      },
    ],
  },
  {
    title: 'Logs and predictions',
    commands: [
      {
        name: 'import',
        summary: 'convert logs of other programs and benchmarks to a run file or an annotated PGN',
        load: () => import('./import/import.ts'),
      },
      {
        name: 'annotate',
        summary: 'write the predictions of a run file into a PGN',
        load: () => import('./rewrite/annotate.ts'),
      },
      {
        name: 'predictions',
        summary: 'remove predictions from files',
        load: () => import('./rewrite/predictions-command.ts'),
      },
      {
        name: 'strip',
        isHidden: true,
        summary: 'remove predictions from files',
        load: async () => ({ define: (await import('./rewrite/predictions-command.ts')).defineRemoval }),
      },
    ],
  },
  {
    title: 'Games',
    commands: [
      {
        name: 'games',
        summary: 'choose games of PGN files by an expression, clean and sample them for datasets',
        load: () => import('./games/games.ts'),
      },
    ],
  },
  {
    title: 'MAV, search and leagues',
    commands: [
      {
        name: 'mav',
        summary: 'create and evaluate MAV examples: prompts, reference answers, statistics, datasets',
        load: () => import('./mav/mav.ts'),
      },
      {
        name: 'search',
        summary: 'search a position by Monte Carlo tree search over a world model',
        load: () => import('./search/search.ts'),
      },
      {
        name: 'trace',
        summary: 'write reference traces of an internal search, or examine traces',
        load: () => import('./search/trace.ts'),
      },
      {
        name: 'league',
        summary: 'play games between models, searches and baselines, and rate them',
        load: () => import('./league/league.ts'),
      },
    ],
  },
  {
    title: 'Worlds',
    commands: [
      {
        name: 'lab',
        alias: 'world',
        summary:
          'measure what a model implies about a world: which actions it allows, and which states it distinguishes',
        load: () => import('./lab/lab.ts'),
      },
    ],
  },
  {
    title: 'Programs',
    commands: [
      {
        name: 'lsp',
        summary: 'run the language server for an editor',
        load: () => import('./servers/lsp.ts'),
      },
      {
        name: 'mcp',
        summary: 'run the Model Context Protocol server with the tools for agents',
        load: () => import('./servers/mcp.ts'),
      },
      {
        name: 'serve',
        summary: 'score pairs, answers and walks as JSON lines, for training and other programs',
        load: () => import('./servers/serve.ts'),
      },
      {
        name: 'completion',
        summary: 'print a completion script for bash, zsh or fish',
        load: () => import('./completion.ts'),
      },
    ],
  },
];

/** All commands. */
export const COMMANDS: readonly CommandEntry[] = COMMAND_GROUPS.flatMap(({ commands }) => commands);
