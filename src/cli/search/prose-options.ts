import { type Command, InvalidArgumentError, Option } from 'commander';
import type { ProseFacts } from '../../core/traces/prose/prose-dialect.ts';
import { CACHE_VARIABLE } from '../../models/runs/node-answer-cache.ts';
import { type ModelFlags, modelOptions } from '../model-options.ts';

/** Flags of searches in prose. */
export interface ProseFlags extends ModelFlags {
  /** True if files are searches in prose. */
  readonly prose?: boolean;
  readonly extractWith?: string;
  readonly world?: string;
  readonly state?: string;
  readonly before?: string;
  readonly firstColumn?: 0 | 1;
  readonly cache?: string | false;
  readonly json?: boolean;
}

function firstColumn(text: string): 0 | 1 {
  if (text !== '0' && text !== '1') throw new InvalidArgumentError('It must be 0 or 1.');
  return text === '0' ? 0 : 1;
}

/** Adds the flags of searches in prose to `trace`. */
export const addProseOptions = (command: Command): Command =>
  modelOptions(command, 'extractTrace')
    .option('--prose', 'read searches in prose: answers of models that think in sentences')
    .option(
      '--extract-with <model>',
      'ask a model for the nodes of searches in prose, and keep those that text and rules accept',
    )
    .option('--state <state>', 'state in which a search in prose begins (default: what the text or its record states)')
    .option('--before <actions>', 'actions before a search in prose, such as the moves of its game')
    .addOption(
      new Option('--first-column <n>', 'number of the first column where a text counts columns, 0 or 1').argParser(
        firstColumn,
      ),
    )
    .option(
      '--cache <folder>',
      `folder with the answers of earlier runs (default: $${CACHE_VARIABLE}, or your cache folder)`,
    )
    .option('--no-cache', 'do not read or write cached answers');

/** Returns what the flags say of searches in prose besides their world. */
export const proseFacts = ({ state, before, firstColumn: column }: ProseFlags): Omit<ProseFacts, 'world' | 'spec'> => ({
  ...(state !== undefined && { start: state }),
  ...(before !== undefined && { record: before }),
  ...(column !== undefined && { firstColumn: column }),
});
