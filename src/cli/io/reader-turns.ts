import { turns } from '../../compute/turns.ts';
import { CliError, EXIT } from '../command.ts';
import type { Terminal } from './terminal.ts';

/** Ends a reading whose caller does not ask for signals: what was read so far must not pass for the whole. */
const interrupted = (): CliError => new CliError('interrupted', EXIT.incomplete);

/**
 * Returns a function for a reader to call after each piece. It lets signals in from time to time, which pieces that are computed
 * never do, and returns true once the reading must end. With no signal given, an interrupt throws a `CliError`.
 */
export function readerTurns(terminal: Pick<Terminal, 'clock' | 'stop'>, signal?: AbortSignal): () => Promise<boolean> {
  const turn = turns(terminal.clock);
  return async () => {
    await turn();
    if (signal === undefined && terminal.stop?.aborted === true) throw interrupted();
    return signal?.aborted === true;
  };
}
