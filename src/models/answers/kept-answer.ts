import type { RunHeader, RunSample } from '../../core/evaluation/runs/run-schema.ts';
import type { KeptAnswer } from '../../protocol/state.ts';
import { promptText } from '../prompts/prompt-text.ts';
import { sampleMessages } from '../prompts/sample-messages.ts';
import type { FoundAnswer } from './wanted-answer.ts';

/** Where an answer was found. */
export interface AnswerSource {
  /** Name of the run file. */
  readonly name: string;
  readonly header: RunHeader;
  /** Lines of attempts at it that the file has. */
  readonly attempts: number;
}

/** An answer as it is shown, under the label that it has in the text. */
export function keptAnswer(
  label: string,
  { sample, otherMoves }: FoundAnswer,
  { name, header, attempts }: AnswerSource,
): KeptAnswer {
  const { raw, finishReason, usage, timing, cached, error } = sample;
  const counted = attempts > 0 ? attempts : (sample.attempts ?? null);
  return {
    label,
    prompt: sample.prompt ?? renderedPrompt(sample, header),
    raw,
    reasoning: null,
    extracted: rangeIn(sample),
    finishReason: finishReason ?? null,
    tokens: usage === undefined ? null : { prompt: usage.inputTokens ?? null, completion: usage.outputTokens ?? null },
    seconds: timing?.elapsed === undefined ? null : timing.elapsed / 1000,
    attempts: cached === true ? 0 : counted,
    at: timing?.started ?? null,
    fault: error === undefined ? null : error.message,
    source: name,
    otherMoves,
  };
}

/** Where the state stands in the answer: as it was extracted; of an imported log, where its own state stands. */
function rangeIn({ raw, extraction }: RunSample): KeptAnswer['extracted'] {
  if (raw === null || extraction === null) return null;
  if (extraction.range !== undefined) return extraction.range;
  const { fen = '' } = extraction;
  const start = fen === '' ? -1 : raw.lastIndexOf(fen);
  return start < 0 ? null : { start, end: start + fen.length };
}

/** The prompt by the template in the run's plan, which is the one that was sent; null where the file does not say it. */
function renderedPrompt(sample: RunSample, { plan }: RunHeader): string | null {
  const { template } = sample;
  const [first, ...others] = plan?.templates ?? [];
  const found =
    template === undefined && others.length === 0 ? first : plan?.templates.find(({ id }) => id === template);
  const messages = found && sampleMessages(found, sample, plan);
  return messages === undefined ? null : promptText(messages);
}
