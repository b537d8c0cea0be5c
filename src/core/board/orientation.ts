import { readFen } from '../metrics/fen-reading.ts';
import type { Orientation } from './svg.ts';

/** Who sits below, by the setting: a fixed side, or with `mover` the side to move of the position. */
export function orientationFor(setting: Orientation | 'mover', fen: string): Orientation {
  if (setting !== 'mover') return setting;
  return readFen(fen).fields.side === 'b' ? 'black' : 'white';
}
