import { UNREAD } from '../../metrics/stated-fields.ts';
import type { RunSample } from './run-schema.ts';

/** The predicted text of an answer, as it is scored and written into files: `??` where it is unread; undefined where it holds no state. */
export const takenState = ({ extraction }: Pick<RunSample, 'extraction'>): string | undefined =>
  extraction === null ? undefined : (extraction.fen ?? UNREAD);
