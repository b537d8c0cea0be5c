import { type Command, InvalidArgumentError, Option } from 'commander';
import { acceptExtraction } from '../../core/traces/prose/accept-extraction.ts';
import { extractionPrompt } from '../../core/traces/prose/extraction-prompt.ts';
import type { ProseOptions } from '../../core/traces/prose/prose-language.ts';
import { findProseRoot, readProse } from '../../core/traces/prose/read-prose.ts';
import type { Model } from '../../models/model.ts';
import { askExtraction, type ExtractionCompletion } from '../../models/predict/ask-extraction.ts';
import { CACHE_VARIABLE } from '../../models/runs/node-answer-cache.ts';
import { CliError, EXIT, usageError } from '../command.ts';
import type { Terminal } from '../io/terminal.ts';
import { readText } from '../io/text-source.ts';
import { type ModelFlags, modelOptions } from '../model-options.ts';
import { openWorld } from '../open-world.ts';
import { modelNamed } from '../predict/open-model.ts';
import { openCache } from '../runs/earlier-sessions.ts';
import { sha256 } from '../runs/run-games.ts';
import { extractedJson, extractedText, proseJson, proseText } from './prose-output.ts';

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

/** Flags of other traces, which have no use here. */
const UNUSED = ['stats', 'out', 'tree', 'compare', 'dialect'] as const;
type UnusedFlags = Partial<Readonly<Record<(typeof UNUSED)[number], unknown>>>;

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
    .option('--state <state>', 'state in which a search in prose begins (default: what the text states)')
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

/** World of a text in prose if no flag names one. */
const USUAL_WORLD = 'chess';

/**
 * Prints the trees of searches in prose, with what has no place in them. A model helps if `--extract-with` names one: one
 * request for each text. The status is 1 if a text has a hallucinated move, 3 if a request failed.
 */
export async function examineProse(
  terminal: Terminal,
  files: readonly string[],
  flags: ProseFlags & UnusedFlags,
): Promise<number> {
  const unused = UNUSED.find((name) => flags[name] !== undefined);
  if (unused !== undefined) throw usageError(`--${unused} does not apply to searches in prose`);
  const { world, spec } = await openWorld(terminal, flags.world ?? USUAL_WORLD);
  const { state: start, before: record, firstColumn: column } = flags;
  const options: ProseOptions = {
    world,
    spec,
    ...(start !== undefined && { start }),
    ...(record !== undefined && { record }),
    ...(column !== undefined && { firstColumn: column }),
  };
  const model = flags.extractWith === undefined ? undefined : modelNamed(terminal, flags.extractWith, flags);
  let status: number = EXIT.ok;
  for (const file of files) {
    const { name, text } = await readText(terminal, file);
    if (model !== undefined) {
      await terminal.interruptible((signal) => extract(terminal, { name, text }, { model, options, flags }, signal));
      continue;
    }
    const reading = readProse(text, options);
    if (reading.unplaced.some(({ isHallucinated }) => isHallucinated)) status = EXIT.findings;
    await terminal.print(flags.json === true ? proseJson(name, reading) : proseText(name, text, reading, world));
  }
  return status;
}

/** Asks a model for the nodes of a text and prints those that are accepted, and the others with the reasons. */
async function extract(
  terminal: Terminal,
  { name, text }: { readonly name: string; readonly text: string },
  { model, options, flags }: { readonly model: Model; readonly options: ProseOptions; readonly flags: ProseFlags },
  signal: AbortSignal,
): Promise<void> {
  const root = findProseRoot(text, options);
  if (root === undefined)
    throw usageError(
      `${name} does not state where its search begins, or --state or --before do not fit; name it with --state`,
    );
  const prompt = extractionPrompt(text, options.world, root);
  const cache = openCache(terminal, [{ model }], { ...(flags.cache !== undefined && { cache: flags.cache }) });
  const answer = await askExtraction(
    model,
    prompt,
    { settings: {}, cache, hash: (key) => Promise.resolve(sha256(key)) },
    signal,
  );
  if (!answer.ok) {
    const { code, message, usage } = answer.error;
    const paid = usage === undefined ? '' : `; ${usageText({ usage, isCached: false })}`;
    throw new CliError(`${model.label}: ${message} (${code})${paid}`, EXIT.incomplete);
  }
  const accepted = acceptExtraction(text, answer.value.text, options);
  if (answer.value.isCut)
    terminal.note(`${name}: the answer was cut off at the limit of tokens; a higher --max-tokens lets it end`);
  terminal.note(`${name}: ${model.label}: ${usageText(answer.value)}`);
  await terminal.print(
    flags.json === true
      ? extractedJson(name, accepted, { model: model.label, ...answer.value })
      : extractedText(name, text, accepted, options.world),
  );
}

/** Returns the tokens of an answer in words. */
function usageText({ usage, isCached }: Pick<ExtractionCompletion, 'usage' | 'isCached'>): string {
  if (isCached) return 'the answer is from the cache: no request, no tokens';
  if (usage === undefined) return '1 request; its server does not count tokens';
  const { inputTokens, outputTokens, reasoningTokens } = usage;
  const parts = [`${inputTokens ?? 'unknown'} input tokens`, `${outputTokens ?? 'unknown'} output tokens`];
  if (reasoningTokens !== undefined) parts.push(`${reasoningTokens} of them reasoning`);
  return `1 request, ${parts.join(', ')}`;
}
