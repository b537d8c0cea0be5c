import { takenState } from '../../core/evaluation/runs/answer-facts.ts';
import type { RunSample } from '../../core/evaluation/runs/run-schema.ts';
import { type Annotation, type LabelNote, makeLabel } from '../../core/notation/predictions/prediction.ts';

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
