import { once } from 'node:events';
import { EXIT } from '../exit-codes.ts';
import { explain, isClosedPipe, systemFailure } from '../failure.ts';
import { progressLine } from './progress.ts';

/**
 * Ends the process properly when its output cannot be written: silently when the reader has gone (`| head`), else with one
 * line. Such errors come at any time, as events.
 */
export function guardOutput(): void {
  process.stdout.on('error', (error) => {
    if (isClosedPipe(error)) process.exit(EXIT.ok);
    const { text, status } = explain(systemFailure('cannot write standard output', error) ?? error, false);
    process.stderr.write(`${text}\n`);
    process.exit(status);
  });
  process.stderr.on('error', () => process.exit(EXIT.incomplete));
}

/** Writes to standard output, and waits while its reader is behind. */
export async function print(text: string | Uint8Array): Promise<void> {
  if (process.stdout.isTTY) progressLine.clear();
  if (!process.stdout.write(text)) await once(process.stdout, 'drain');
}
