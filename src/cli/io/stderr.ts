import { oneLine } from '../failure.ts';
import { progressLine } from './progress.ts';

/** A line for the person who runs the command, beside its output. */
export function note(message: string): void {
  progressLine.clear();
  process.stderr.write(`statelens: ${oneLine(message)}\n`);
}
