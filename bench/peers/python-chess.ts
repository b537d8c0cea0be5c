import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface, type Interface } from 'node:readline';

/** What the peer is asked; see `python_chess_peer.py`. */
export interface PythonRequest {
  readonly truth: string;
  readonly predicted: string;
  readonly m: number;
  readonly n: number;
  readonly seed: number;
  readonly method: 'algorithm1' | 'playouts';
}

export interface PythonReply {
  readonly p: number;
  readonly r: number;
  /** CPU time that Python itself measured, without reading the FENs. */
  readonly cpuMs: number;
}

/** A Python process with python-chess that answers one request after the other. */
export class PythonChess {
  readonly version: string;
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #lines: Interface;
  readonly #gone: Promise<undefined>;

  private constructor(
    version: string,
    child: ChildProcessWithoutNullStreams,
    lines: Interface,
    gone: Promise<undefined>,
  ) {
    this.version = version;
    this.#child = child;
    this.#lines = lines;
    this.#gone = gone;
  }

  /** Starts it, or says in a line why it cannot be had. */
  static async start(python: string): Promise<PythonChess | string> {
    const child = spawn(python, ['bench/peers/python_chess_peer.py']);
    const lines = createInterface({ input: child.stdout });
    let complaint = '';
    child.stderr.on('data', (data: Buffer) => {
      complaint += data.toString();
    });
    const gone = new Promise<undefined>((resolve) => {
      child.on('error', (error) => {
        complaint = error.message;
        resolve(undefined);
      });
      child.on('close', () => resolve(undefined));
    });
    const first = await Promise.race([once(lines, 'line'), gone]);
    if (first === undefined) return complaint.trim().split('\n').at(-1) ?? 'no reason given';
    const { version } = JSON.parse(String(first[0])) as { version: string };
    return new PythonChess(version, child, lines, gone);
  }

  async score(request: PythonRequest): Promise<PythonReply> {
    const answer = once(this.#lines, 'line');
    this.#child.stdin.write(`${JSON.stringify(request)}\n`);
    const line = await Promise.race([answer, this.#gone]);
    if (line === undefined) throw new Error('the Python process ended');
    return JSON.parse(String(line[0])) as PythonReply;
  }

  stop(): void {
    this.#child.stdin.end();
    this.#lines.close();
  }
}
