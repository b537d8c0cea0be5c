import { plural } from '../../base/text/counts.ts';
import type { Report } from './report.ts';
import { scoringText } from './report-scoring.ts';
import type { PromptText, RunMethods } from './run-methods.ts';
import { depthName } from './words.ts';

/** Text for what neither the runs nor the report state. */
const UNKNOWN = 'unknown';

/** Line of the methods block. */
export interface MethodsLine {
  readonly name: string;
  readonly text: string;
}

/**
 * Returns the methods of a report in lines: versions, runs, games, positions, models, settings, seeds. Facts that differ
 * between runs are named for each; those that are not known are said to be unknown.
 */
export function methodsLines(report: Report): MethodsLine[] {
  const { tool, methods, seed, scoring, m } = report;
  const { runs, commit, node, command } = methods;
  const each = (name: string, text: (run: RunMethods) => string): MethodsLine => ({ name, text: byRun(runs, text) });
  const worlds = runs.some(({ world }) => world !== null);
  const filters = runs.some(({ where }) => where !== null);
  return [
    { name: 'Tool', text: `${tool.name} ${tool.version}, commit ${commit ?? UNKNOWN}; Node ${node ?? UNKNOWN}` },
    { name: 'Command', text: command ?? UNKNOWN },
    { name: 'Runs', text: runs.map(runText).join('; ') || UNKNOWN },
    each('Runs made', madeText),
    each('Answers', ({ answered }) => answeredText(answered)),
    each('Games', gamesText),
    ...(worlds ? [each('World', ({ world }) => world ?? 'none')] : []),
    each('Positions', ({ plies }) => plies ?? UNKNOWN),
    ...(filters ? [each('Games where', ({ where }) => where ?? 'all')] : []),
    each('Samples for each position', ({ samplesPerPosition }) =>
      samplesPerPosition === null ? UNKNOWN : String(samplesPerPosition),
    ),
    { name: 'Models', text: distinct(runs.flatMap(modelTexts)).join('; ') || UNKNOWN },
    each('Settings', settingsText),
    {
      name: 'Seeds',
      text: `${byRun(runs, ({ seed: own }) => `run ${own ?? UNKNOWN}`)}; scores ${scoring.seed}; tests ${seed}`,
    },
    { name: 'Scores', text: scoresText(report, depthName('p', m)) },
  ];
}

/** Returns the prompts of all runs without duplicates. */
export function methodsPrompts({ methods }: Pick<Report, 'methods'>): PromptText[] {
  const prompts = new Map<string, PromptText>();
  for (const { prompts: own } of methods.runs) for (const prompt of own) prompts.set(JSON.stringify(prompt), prompt);
  return [...prompts.values()];
}

/** Text in place of prompts that no run states. */
export const NO_PROMPTS = 'unknown: the runs do not state it';

/** Formats a prompt as text: each message after its role. */
export const promptBody = ({ messages }: PromptText): string =>
  messages.map(({ role, content }) => `[${role}]\n${content}`).join('\n');

/** Returns the text of all runs, or for each run its own where they differ. */
function byRun(runs: readonly RunMethods[], text: (run: RunMethods) => string): string {
  const texts = distinct(runs.map(text));
  if (texts.length < 2) return texts[0] ?? UNKNOWN;
  return runs.map((run) => `${run.file}: ${text(run)}`).join('; ');
}

const distinct = (texts: readonly string[]): string[] => [...new Set(texts)];

const hashText = (sha256: string | null): string => `SHA-256 ${sha256 ?? UNKNOWN}`;

const runText = ({ file, sha256 }: RunMethods): string => `${file}, ${hashText(sha256)}`;

function madeText({ tool, created, imported }: RunMethods): string {
  const by = tool === null ? UNKNOWN : `${tool.name} ${tool.version}`;
  const from = imported === null ? '' : `, from ${imported.files.join(', ') || UNKNOWN} (${imported.format})`;
  return `${created ?? 'date unknown'} by ${by}${from}`;
}

function answeredText({ first, last }: RunMethods['answered']): string {
  if (first === null || last === null) return 'date unknown';
  const [from, to] = [first.slice(0, 10), last.slice(0, 10)];
  return from === to ? from : `${from} to ${to}`;
}

function gamesText({ games }: RunMethods): string {
  if (games === null) return UNKNOWN;
  return `${games.file}, ${plural(games.count, 'game')}, ${hashText(games.sha256)}${games.isFound === true ? ' of the file found' : ''}`;
}

const modelTexts = ({ models }: RunMethods): string[] =>
  models.map(({ label, provider, model, endpoint, api, served }) => {
    const names = [provider, model].filter((name) => name !== undefined).join(':');
    const asked = names === '' || names === label ? '' : ` = ${names}`;
    const where = [endpoint, api].filter((part) => part !== undefined).join(', ');
    return `${label}${asked}${where === '' ? '' : ` at ${where}`}, ${servedText(served)}`;
  });

function servedText(served: RunMethods['models'][number]['served']): string {
  const named = served.filter(({ model, fingerprint }) => model !== null || fingerprint !== null);
  if (named.length === 0) return 'served model not stated';
  const texts = named.map(({ model, fingerprint }) =>
    [model ?? 'the same name', ...(fingerprint === null ? [] : [`fingerprint ${fingerprint}`])].join(', '),
  );
  return `served as ${distinct(texts).join(' and ')}`;
}

/** Names of settings in requests. */
const SETTING_NAMES = {
  temperature: 'temperature',
  topP: 'top_p',
  maxTokens: 'max tokens',
  topLogprobs: 'top logprobs',
  seed: 'seed',
} as const;

function settingsText({ settings, imported }: RunMethods): string {
  const texts = Object.entries(SETTING_NAMES).flatMap(([key, name]) => {
    const value = settings[key as keyof typeof SETTING_NAMES];
    return value === undefined ? [] : [`${name} ${value}`];
  });
  if (texts.length > 0) return texts.join(', ');
  return imported === null ? 'none sent' : UNKNOWN;
}

function scoresText({ m, scoring, methods }: Report, p: string): string {
  const { compare, clusters } = methods.recipe ?? {};
  const how = scoringText(scoring);
  return [
    `${p} (m = ${m})`,
    how === '' ? 'exact or stratified' : how,
    ...(compare?.lambda === undefined ? [] : [`λ ${compare.lambda}`]),
    ...(compare?.enPassant === undefined ? [] : [`en passant ${compare.enPassant}`]),
    ...(clusters?.openingPlies === undefined ? [] : [`openings of ${clusters.openingPlies} plies`]),
  ].join(', ');
}
