import { existsSync } from 'node:fs';
import path from 'node:path';
import { shellWord } from '../../core/base/text/shell-word.ts';
import type { Prices } from '../../core/evaluation/runs/run-schema.ts';
import { originalSpec, worldOption } from '../../core/worlds/world-spec.ts';
import { keyRefused } from '../../models/api-key.ts';
import { GAMES_FOLDERS } from '../../models/runs/resumption.ts';
import type { RunJob } from '../../models/runs/run-job.ts';
import type { Terminal } from '../io/terminal.ts';
import { keyOf } from '../predict/open-model.ts';
import { pricesWords } from './prices-option.ts';

/** What a run file does not tell a later command. */
export interface RunSource {
  /** The PGN; undefined for a run over walks. */
  readonly games: string | undefined;
  /** The model's label, which names the folder of a local one. */
  readonly model?: string | undefined;
  readonly apiKeyVariable?: string | undefined;
  /** Those in the run file. */
  readonly prices: Prices | undefined;
}

/** The PGN that a run file names, where it can be found by that name; undefined elsewhere. */
export function foundGames(file: string, name: string): string | undefined {
  const folders = [...GAMES_FOLDERS.map((up) => path.resolve(path.dirname(file), up)), '.'];
  return folders.map((one) => path.join(one, name)).find((one) => existsSync(one));
}

/** The command that resumes a run, with every option that it does not work without. */
export function resumeCommand(
  terminal: Terminal,
  job: RunJob,
  { games, model, apiKeyVariable, prices }: RunSource,
): string {
  const { file, label } = job;
  const words = ['statelens', 'resume', file];
  const header = job.header();
  const found = games === undefined ? undefined : foundGames(file, header.games?.file ?? '');
  if (games !== undefined && (found === undefined || path.resolve(found) !== path.resolve(games)))
    words.push('--games', games);
  if (header.models[0]?.provider === 'onnx') words.push('--model', model ?? label);
  if (apiKeyVariable !== undefined) words.push('--api-key-variable', apiKeyVariable);
  if (job.prices !== undefined && JSON.stringify(job.prices) !== JSON.stringify(prices))
    words.push(...pricesWords(job.prices));
  const world = header.plan?.walks?.world;
  if (world !== undefined && originalSpec(world).kind === 'process') words.push('--world', worldOption(world));
  const { endpoint } = job.model;
  const key = keyOf(terminal, apiKeyVariable, { isFromFile: true, trustedHosts: [] });
  if (endpoint !== undefined && keyRefused(endpoint, key) !== undefined) words.push('--trust-host', endpoint.host);
  return words.map(shellWord).join(' ');
}
