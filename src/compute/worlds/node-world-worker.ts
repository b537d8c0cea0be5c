import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { StringDecoder } from 'node:string_decoder';
import { workerData } from 'node:worker_threads';
import {
  ENDED,
  ENDING,
  PID,
  type ProcessReply,
  type ProcessRequest,
  type ProcessThreadData,
  REPLIED,
  RUNS,
} from './node-program-channel.ts';

/** Length limits of one line and of the reported last line on standard error, in UTF-16 units. */
const MAX_LINE = 4_000_000;
const MAX_COMPLAINT = 200;
/** Restarts of a program that died or hung. */
const MAX_RESTARTS = 1;

const { command, cwd, timeoutMs, port, shared } = workerData as ProcessThreadData;

/** A pending request: its id, and callbacks for the answer and for the reason of a failure. */
interface Waiting {
  readonly id: number;
  readonly line: (text: string) => void;
  readonly died: (reason: string) => void;
}

let child: ChildProcessWithoutNullStreams | undefined;
let waiting: Waiting | undefined;
let restarts = 0;
let ids = 0;
let over: string | undefined;

const WAS_ENDED = 'was ended';

/** Returns true if its owner no longer needs the program. */
const isToEnd = (): boolean => Atomics.load(shared, ENDING) !== RUNS;

function start(): ChildProcessWithoutNullStreams {
  const [file = '', ...args] = command;
  const started = spawn(file, args, {
    ...(cwd !== undefined && { cwd }),
    stdio: ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
  });
  Atomics.store(shared, PID, started.pid ?? 0);
  if (isToEnd()) started.kill('SIGKILL');
  let complaint = '';
  let rest = '';
  const decoder = new StringDecoder('utf8');
  const ended = (reason: string): void => {
    if (child !== started) return;
    child = undefined;
    Atomics.store(shared, PID, 0);
    if (isToEnd()) {
      over = WAS_ENDED;
      Atomics.store(shared, ENDING, ENDED);
      waiting?.died(over);
      return;
    }
    const last = lastLine(complaint);
    waiting?.died(last === '' ? reason : `${reason}: ${last}`);
  };
  started.stdout.on('data', (bytes: Buffer) => {
    if (child !== started) return;
    const lines = (rest + decoder.write(bytes)).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.trim() !== '') heard(line);
    if (rest.length > MAX_LINE) fail(`writes a line of more than ${MAX_LINE} characters`);
  });
  started.stderr.on('data', (bytes: Buffer) => {
    complaint = (complaint + bytes.toString('utf8')).slice(-2000);
  });
  started.once('close', (status, signal) =>
    ended(signal === null ? `ended with status ${status}` : `was terminated by ${signal}`),
  );
  started.once('error', (error) => {
    if (started.pid === undefined) {
      over = `could not be run: ${error.message}`;
      ended(over);
    }
  });
  // Text written to a process that has just died is lost; its exit reports the end.
  for (const stream of [started.stdin, started.stdout, started.stderr]) stream.on('error', () => {});
  return started;
}

const lastLine = (text: string): string =>
  (
    text
      .trimEnd()
      .split(/[\r\n]+/)
      .pop() ?? ''
  )
    .trim()
    .slice(0, MAX_COMPLAINT);

function kill(): void {
  child?.kill('SIGKILL');
  child = undefined;
  Atomics.store(shared, PID, 0);
}

/** Ends the program for good: it writes unrequested output. */
function fail(reason: string): void {
  over = reason;
  kill();
  waiting?.died(reason);
}

function heard(line: string): void {
  if (waiting === undefined) fail(`writes without being asked: ${line.slice(0, 80)}`);
  else waiting.line(line);
}

function answer(reply: ProcessReply): void {
  port.postMessage(reply);
  Atomics.add(shared, REPLIED, 1);
  Atomics.notify(shared, REPLIED);
}

function ask(request: ProcessRequest): void {
  if (isToEnd()) over ??= WAS_ENDED;
  if (over !== undefined) {
    answer({ failure: over });
    return;
  }
  child ??= start();
  const id = ++ids;
  const timer = setTimeout(() => {
    kill();
    again(request, `did not answer ${request.op} within ${timeoutMs / 1000} s`);
  }, timeoutMs);
  waiting = {
    id,
    line(text) {
      clearTimeout(timer);
      waiting = undefined;
      const reply = parseReply(text, id);
      if ('failure' in reply) {
        over = reply.failure;
        kill();
      }
      answer(reply);
    },
    died(reason) {
      clearTimeout(timer);
      again(request, reason);
    },
  };
  child.stdin.write(`${JSON.stringify({ id, ...request })}\n`);
}

function again(request: ProcessRequest, reason: string): void {
  waiting = undefined;
  if (over !== undefined || restarts === MAX_RESTARTS) {
    over ??= restarts > 0 ? `${reason} (it was restarted once)` : reason;
    answer({ failure: over });
    return;
  }
  restarts++;
  ask(request);
}

function parseReply(text: string, id: number): ProcessReply {
  try {
    const reply: unknown = JSON.parse(text);
    if (typeof reply !== 'object' || reply === null || Array.isArray(reply)) throw new Error('no object');
    const fields = reply as Record<string, unknown>;
    if (fields.id === id) return { reply: fields };
    return { failure: `answers with the id ${JSON.stringify(fields.id)} instead of ${id}` };
  } catch {
    return { failure: `writes what is no JSON object: ${text.slice(0, 80)}` };
  }
}

port.on('message', ask);
