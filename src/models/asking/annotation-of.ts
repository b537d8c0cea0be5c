import type { RunSample } from '../../core/evaluation/runs/run-schema.ts';
import { takenState } from '../../core/evaluation/runs/taken-state.ts';
import { type Annotation, makeLabel } from '../../core/notation/predictions/types.ts';

/** A run's sample as a prediction in a PGN; undefined for a request that failed: that is no wrong answer. */
export function annotationOf({
  label,
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
    label: makeLabel(label, template, index === 0 ? undefined : index),
    fen: takenState({ extraction }),
  };
}
