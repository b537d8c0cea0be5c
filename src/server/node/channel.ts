import { connect } from 'node:net';
import process from 'node:process';
import type { Readable, Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { IPCMessageReader, IPCMessageWriter, StreamMessageWriter } from 'vscode-languageserver/node';
import type { Channel } from '../host.ts';
import { FramedReader } from './framed-reader.ts';

/**
 * Returns a channel over a pair of streams. A stream that violates the protocol ends the process with status 1, with
 * the reason on standard error.
 */
export function streams(input: Readable, output: Writable): Channel {
  const reader = new FramedReader(input, (reason) => fail(`the messages cannot be read: ${reason}`));
  return {
    reader,
    writer: new StreamMessageWriter(output),
    limitTexts: (length) => reader.limitTexts(length),
    hungUp,
  };
}

/**
 * Opens the channel that the arguments of the process name: `--node-ipc`, `--stdio`, `--socket=PORT`, `--pipe=NAME`.
 */
export function openChannel(args: readonly string[]): Channel {
  const { values } = parseArgs({
    args: [...args],
    options: {
      'node-ipc': { type: 'boolean' },
      stdio: { type: 'boolean' },
      socket: { type: 'string' },
      pipe: { type: 'string' },
    },
    strict: false,
  });
  const { socket, pipe } = values;
  if (values['node-ipc'] === true) {
    process.on('disconnect', () => hungUp(false));
    return { reader: new IPCMessageReader(process), writer: new IPCMessageWriter(process) };
  }
  if (values.stdio === true) return streams(process.stdin, process.stdout);
  if (typeof socket === 'string') return both(connect(Number(socket), '127.0.0.1'));
  if (typeof pipe === 'string') return both(connect(pipe));
  throw new Error('an argument must name the channel: --node-ipc, --stdio, --socket=PORT or --pipe=NAME');
}

const both = (socket: Readable & Writable): Channel => streams(socket, socket);

function hungUp(orderly: boolean): void {
  process.exit(orderly ? 0 : 1);
}

function fail(reason: string): void {
  process.stderr.write(`statelens: ${reason}\n`, () => process.exit(1));
}
