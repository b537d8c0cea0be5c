import type { RunHeader, RunSample } from '../../core/evaluation/runs/run-schema.ts';
import { MAX_CANDIDATES, shownReading } from '../../protocol/answer-reading.ts';
import type { KeptAnswer } from '../../protocol/state.ts';
import { promptText } from '../prompts/prompt-text.ts';
import { sampleMessages } from '../prompts/sample-messages.ts';
import { draftsIn, sampleReading } from './sample-reading.ts';
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
  { sample, otherMoves, byHand }: FoundAnswer,
  { name, header, attempts }: AnswerSource,
): KeptAnswer {
  const { raw, reasoning = null, finishReason, usage, timing, cached, error } = sample;
  const counted = attempts > 0 ? attempts : (sample.attempts ?? null);
  const prompt = promptOf(sample, header);
  const reading = sampleReading(sample, header, prompt, byHand);
  return {
    label,
    prompt,
    raw,
    reading: reading === undefined ? null : shownReading(reading),
    reasoning,
    drafts: draftsIn(reasoning ?? '').slice(0, MAX_CANDIDATES),
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

/** The request as text; null where the file does not say it. */
export const promptOf = (sample: RunSample, header: RunHeader): string | null =>
  sample.prompt ?? renderedPrompt(sample, header);

/** The prompt by the template in the run's plan, which is the one that was sent; null where the file does not say it. */
function renderedPrompt(sample: RunSample, { plan }: RunHeader): string | null {
  const { template } = sample;
  const [first, ...others] = plan?.templates ?? [];
  const found =
    template === undefined && others.length === 0 ? first : plan?.templates.find(({ id }) => id === template);
  const messages = found && sampleMessages(found, sample, plan);
  return messages === undefined ? null : promptText(messages);
}
