import { endsInThought, withoutThoughts } from '../../answers/roles/thoughts.ts';
import { UNREAD } from '../../metrics/fen-reading.ts';
import { type AnswerFacts, withoutState } from '../../metrics/sentence/answer-text.ts';
import type { RunSample } from './run-schema.ts';

/** Characters of an answer that its sentence may quote or look at: of its beginning, and of its end. */
const HEAD = 400;
const TAIL = 2000;

/**
 * What the sentence about a sample needs of its raw answer. Undefined where it needs nothing (the answer holds a state and no limit
 * cut it off), or where the text was not kept, as in imported logs without raw answers. Of a long answer beginning and end alone:
 * runs hold many, and threads copy them. Thoughts are left out: an answer that ends in them is cut off.
 */
export function answerFacts({
  raw,
  finishReason,
  extraction,
}: Pick<RunSample, 'raw' | 'finishReason' | 'extraction'>): AnswerFacts | undefined {
  const isTaken = extraction?.fen !== undefined;
  if (raw === null || (isTaken && finishReason !== 'length')) return undefined;
  const text = withoutThoughts(raw).replaceAll(/\n+/g, '\n').trim();
  const ended = endsInThought(raw) ? 'length' : finishReason;
  return {
    raw: text.length <= HEAD + TAIL ? text : text.slice(0, HEAD) + text.slice(-TAIL),
    ...(ended !== undefined && { finishReason: ended }),
    ...(!isTaken && extraction?.reason !== undefined && { reason: extraction.reason }),
  };
}

/** How many answers hold no state, how many were cut off of those, and how many are unread or doubtful: `12 without a state (8 cut off), 3 unread`. */
export function withoutStateText(samples: readonly RunSample[]): string {
  const without = samples.filter(({ extraction, error }) => extraction === null && error === undefined);
  const cut = without.filter((sample) => withoutState(answerFacts(sample)).cause.cut === true).length;
  const count = `${without.length.toLocaleString('en-US')} without a state`;
  const outcomes = (['unread', 'doubtful'] as const).flatMap((outcome) => {
    const n = samples.filter(({ extraction }) => extraction?.outcome === outcome).length;
    return n === 0 ? [] : [`${n.toLocaleString('en-US')} ${outcome}`];
  });
  return [cut === 0 ? count : `${count} (${cut.toLocaleString('en-US')} cut off)`, ...outcomes].join(', ');
}

/** The predicted text of an answer, as it is scored and written into files: `??` where it is unread; undefined where it holds no state. */
export const takenState = ({ extraction }: Pick<RunSample, 'extraction'>): string | undefined =>
  extraction === null ? undefined : (extraction.fen ?? UNREAD);
