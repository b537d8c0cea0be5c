import { plural } from '../../core/base/text/counts.ts';
import { type AcceptedExtraction, acceptExtraction } from '../../core/traces/prose/accept-extraction.ts';
import { extractionPrompt } from '../../core/traces/prose/extraction-prompt.ts';
import { PROSE_DIALECT, proseWorld } from '../../core/traces/prose/prose-dialect.ts';
import type { ProseOptions } from '../../core/traces/prose/prose-language.ts';
import { recordRoot } from '../../core/traces/prose/prose-records.ts';
import { findProseRoot } from '../../core/traces/prose/read-prose.ts';
import { readTraceText } from '../../core/traces/trace-view.ts';
import { askExtraction, type ExtractionCompletion } from '../../models/predict/ask-extraction.ts';
import { CliError, EXIT, usageError } from '../command.ts';
import type { Terminal } from '../io/terminal.ts';
import { modelNamed } from '../predict/open-model.ts';
import { openCache } from '../runs/earlier-sessions.ts';
import { sha256 } from '../runs/run-games.ts';
import type { ProseFlags } from './prose-options.ts';
import type { LocatedTrace, TraceFileOptions } from './trace-files.ts';

/** The nodes that a model found in a text. */
export interface Extraction {
  /** The trace with the accepted nodes. */
  readonly located: LocatedTrace;
  readonly model: string;
  readonly accepted: AcceptedExtraction;
  readonly answer: ExtractionCompletion;
}

/** Asks a model for the nodes of a text. */
type AskNodes = (found: LocatedTrace, reading: TraceFileOptions) => Promise<Extraction>;

/** Returns a function that asks a model for the nodes of a text, with one request each. */
export function openExtraction(terminal: Terminal, name: string, flags: ProseFlags): AskNodes {
  const model = modelNamed(terminal, name, flags);
  const cache = openCache(terminal, [{ model }], { ...(flags.cache !== undefined && { cache: flags.cache }) });
  return (found, reading) =>
    terminal.interruptible(async (signal) => {
      const { file, number, text } = found;
      const where = number === 1 ? file : `${file}, trace ${number}`;
      const options = optionsOf(found, reading);
      const root = findProseRoot(text, options);
      if (root === undefined)
        throw usageError(
          `${where} does not state where its search begins, or --state or --before do not fit; name it with --state`,
        );
      const answer = await askExtraction(
        model,
        extractionPrompt(text, options.world, root),
        { settings: {}, cache, hash: (key) => Promise.resolve(sha256(key)) },
        signal,
      );
      if (!answer.ok) {
        const { code, message, usage } = answer.error;
        const paid = usage === undefined ? '' : `; ${usageText({ usage, isCached: false })}`;
        throw new CliError(`${model.label}: ${message} (${code})${paid}`, EXIT.incomplete);
      }
      if (answer.value.isCut)
        terminal.note(`${where}: the answer was cut off at the limit of tokens; a higher --max-tokens lets it end`);
      terminal.note(`${where}: ${model.label}: ${usageText(answer.value)}`);
      const accepted = acceptExtraction(text, answer.value.text, options);
      return { located: withNodes(found, accepted), model: model.label, accepted, answer: answer.value };
    });
}

/** Returns what is known of a text besides itself. */
function optionsOf({ text, record }: LocatedTrace, { fields, prose }: TraceFileOptions): ProseOptions {
  const { world: given, ...facts } = prose;
  const world = proseWorld(text, given);
  return { ...(record === undefined ? {} : recordRoot(record, fields ?? [], world)), ...facts, world };
}

/** Returns a trace with accepted nodes in place of those that the reader found. */
function withNodes(found: LocatedTrace, { trace }: AcceptedExtraction): LocatedTrace {
  const view = readTraceText(found.text, { dialect: { ...PROSE_DIALECT, read: () => trace }, world: found.view.world });
  if (view === undefined) throw new Error('a trace in a known dialect is read');
  return { ...found, view };
}

/** Returns the nodes of a model's answer that are refused, a line each. */
export const refusedLines = ({ accepted: { nodes, refused, malformed, isCut } }: Extraction): string[] => [
  `${refused.length + malformed} of ${refused.length + malformed + Math.max(0, nodes.length - 1)} nodes refused${isCut ? '; the answer is no whole JSON object' : ''}`,
  ...refused.map(
    ({ node, reason }) => `refused ${node.action} (${node.id}): ${reason}: ${JSON.stringify(node.quote.slice(0, 80))}`,
  ),
  ...(malformed > 0 ? [`refused ${plural(malformed, 'object')} without id, action or quote`] : []),
];

/** Returns a model's part in a trace as JSON, with the tokens that it cost. */
export const extractionJson = ({ model, accepted, answer: { usage, isCached } }: Extraction): object => ({
  model,
  requests: isCached ? 0 : 1,
  usage: isCached ? null : (usage ?? null),
  refused: accepted.refused.map(({ node, reason }) => ({ ...node, reason })),
  malformed: accepted.malformed,
  isCut: accepted.isCut,
});

/** Returns the tokens of an answer in words. */
function usageText({ usage, isCached }: Pick<ExtractionCompletion, 'usage' | 'isCached'>): string {
  if (isCached) return 'the answer is from the cache: no request, no tokens';
  if (usage === undefined) return '1 request; its server does not count tokens';
  const { inputTokens, outputTokens, reasoningTokens } = usage;
  const parts = [`${inputTokens ?? 'unknown'} input tokens`, `${outputTokens ?? 'unknown'} output tokens`];
  if (reasoningTokens !== undefined) parts.push(`${reasoningTokens} of them reasoning`);
  return `1 request, ${parts.join(', ')}`;
}
