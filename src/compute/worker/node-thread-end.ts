import { parentPort, workerData } from 'node:worker_threads';
import type { FromWorker, ToWorker } from './messages.ts';
import type { ThreadData } from './node-threads.ts';

/** A worker thread's end of the protocol. */
export interface ThreadEnd {
  /** The data that the thread was started with. */
  readonly data: unknown;
  readonly flags: Int32Array;
  readonly post: (message: FromWorker) => void;
  /** Messages arrive from here on. */
  readonly listen: (receive: (message: ToWorker) => void) => void;
}

/** This worker thread's end: the counterpart of `nodeThread`. */
export function threadEnd(): ThreadEnd {
  const port = parentPort;
  if (port === null) throw new Error('not in a worker thread');
  const { flags, data } = workerData as ThreadData;
  return {
    data,
    flags,
    post: (message) => port.postMessage(message),
    listen: (receive) => void port.on('message', receive),
  };
}
