import { endsInThought, withoutThoughts } from '../../answers/roles/thoughts.ts';
import { UNREAD } from '../../metrics/fen-reading.ts';
import { type AnswerFacts, withoutState } from '../../metrics/sentence/answer-text.ts';
import { type Annotation, type LabelNote, makeLabel } from '../../notation/predictions/prediction.ts';
import type { RunSample } from './run-schema.ts';

/** Characters of an answer that its sentence may quote or search: from its beginning, and from its end. */
const HEAD = 400;
const TAIL = 2000;

/**
 * Returns the parts of a sample's raw answer that the sentence about it needs. Undefined where it needs none (the
 * answer holds a state and no limit cut it off), or where the text was not kept, as in imported logs without raw
 * answers. Of a long answer only beginning and end are kept: runs hold many, and threads copy them. Thoughts are left
 * out: an answer that ends in them is cut off.
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

/**
 * Counts answers without a state, cut-off ones among them, and unread or doubtful ones: `12 without a state (8 cut
 * off), 3 unread`.
 */
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

/**
 * Returns the predicted text of an answer, as it is scored and written into files: `??` where it is unread; undefined
 * where it holds no state.
 */
export const takenState = ({ extraction }: Pick<RunSample, 'extraction'>): string | undefined =>
  extraction === null ? undefined : (extraction.fen ?? UNREAD);

/** Returns the note on an uncertain extraction of the state. */
const labelNote = (extraction: RunSample['extraction']): LabelNote | undefined =>
  extraction?.by === 'hand' ? 'by-hand' : extraction?.outcome === 'doubtful' ? 'doubtful' : undefined;

/** Returns a run's sample as a prediction in a PGN; undefined for a failed request, which is no wrong answer. */
export function sampleAnnotation({
  model: label,
  template,
  index,
  game,
  ply,
  extraction,
  error,
}: RunSample): Annotation | undefined {
  if (error !== undefined) return undefined;
  return {
    game,
    ply,
    label: makeLabel(label, template, index === 0 ? undefined : index, labelNote(extraction)),
    fen: takenState({ extraction }),
  };
}
