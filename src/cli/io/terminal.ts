import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { progressText } from '../../core/base/text/counts.ts';
import { addEnvironmentSecrets, SECRETS } from '../../models/secrets.ts';
import type { Clock } from '../../protocol/clock.ts';

/** An output stream; a terminal knows its width. */
export type OutputStream = Writable & { readonly isTTY?: boolean; readonly columns?: number };

/** Returns the number of columns of an output; 80 if it is no terminal, or does not report them (0). */
export const outputWidth = ({ columns = 0 }: OutputStream): number => (columns > 0 ? columns : 80);

/** Everything that a command uses of its process. */
export interface Io {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  /** Calls a listener on Ctrl-C or SIGTERM, once; returns a function that removes it. */
  readonly onInterrupt: (listener: () => void) => () => void;
}

/** Marks parts of a text for a terminal. No information depends on color alone. */
export interface Style {
  bold(text: string): string;
  dim(text: string): string;
  wrong(text: string): string;
}

/** Stands for ESC in the marks of this process until they are written: external text can contain neither. */
const ESC = `\ufdd0${randomUUID()}`;
const sgr = (on: number, off: number) => (text: string) => `${ESC}[${on}m${text}${ESC}[${off}m`;
const plain = (text: string): string => text;
const PLAIN: Style = { bold: plain, dim: plain, wrong: plain };
const COLORED: Style = { bold: sgr(1, 22), dim: sgr(2, 22), wrong: sgr(33, 39) };

/** Replaces line ends and control characters, which file names may contain, by spaces. */
export const singleLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

/**
 * Control characters except tabs and line ends, including a lone CR, and the characters that change the direction of text.
 */
const CONTROLS = /(?![\n\t])[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Returns a text that is safe for a terminal: without keys, and without control characters from a file, a model or a name.
 */
export const safeText = (text: string): string =>
  SECRETS.redact(text)
    .replace(CONTROLS, (item, at: number, whole: string) => {
      if (item === '\r' && whole[at + 1] === '\n') return item;
      // In JSON this stands for the same character.
      return `\\u${item.charCodeAt(0).toString(16).padStart(4, '0')}`;
    })
    .replaceAll(ESC, '\x1b');

/** Number of notes that are held back: the reason of a failure is among the last. */
const MAX_HELD = 20;

/** Input and output of a command: results, notes, progress, and requests to stop. */
export class Terminal {
  readonly #io: Io;
  /** Decodes documents that are printed to a terminal in pieces. */
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  #isProgressShown = false;
  /** Notes that are held back; undefined if they are written immediately. */
  #held: string[] | undefined;
  #stop: AbortSignal | undefined;

  constructor(io: Io) {
    this.#io = io;
    addEnvironmentSecrets(io.env);
  }

  get stdin(): Readable {
    return this.#io.stdin;
  }

  get stdout(): OutputStream {
    return this.#io.stdout;
  }

  get env(): Io['env'] {
    return this.#io.env;
  }

  get clock(): Clock {
    return this.#io.clock;
  }

  /**
   * Signal that aborts when the user interrupts the work in `interruptible`; undefined if none runs, and a signal then ends the process.
   */
  get stop(): AbortSignal | undefined {
    return this.#stop;
  }

  /** True if the user can answer questions. */
  get isInteractive(): boolean {
    return this.#io.stdin.isTTY === true && this.#io.stderr.isTTY === true;
  }

  /** True if progress is shown in place, on a line that is rewritten. */
  get showsProgress(): boolean {
    return this.#io.stderr.isTTY === true && this.#held === undefined;
  }

  /** Style for standard output. */
  get style(): Style {
    return this.#styleOf(this.#io.stdout);
  }

  /** Style for standard error. */
  get noteStyle(): Style {
    return this.#styleOf(this.#io.stderr);
  }

  /** Returns a style with colors only on a terminal, and not if `NO_COLOR` is set (no-color.org). */
  #styleOf({ isTTY }: OutputStream): Style {
    const { NO_COLOR: noColor = '', TERM: term } = this.#io.env;
    return isTTY !== true || noColor !== '' || term === 'dumb' ? PLAIN : COLORED;
  }

  /**
   * Writes to standard output, and waits until its reader has caught up. The bytes of documents are written unchanged, except to a
   * terminal, which shows their control characters as text.
   */
  async print(text: string | Uint8Array): Promise<void> {
    const { stdout } = this.#io;
    const isTerminal = stdout.isTTY === true;
    if (isTerminal) this.clearProgress();
    const shown = typeof text !== 'string' && isTerminal ? this.#decoder.decode(text, { stream: true }) : text;
    if (!stdout.write(typeof shown === 'string' ? safeText(shown) : shown)) await once(stdout, 'drain');
  }

  /** Writes a line for the user to standard error, next to the output. */
  note(message: string): void {
    this.printNote(`statelens: ${singleLine(message)}\n`);
  }

  /** Writes text for the user to standard error. */
  printNote(text: string): void {
    if (this.#held !== undefined) {
      this.#held.push(text);
      if (this.#held.length > MAX_HELD) this.#held.shift();
      return;
    }
    this.clearProgress();
    this.#io.stderr.write(safeText(text));
  }

  /** Turns progress off, and holds the last notes back until `releaseNotes`. */
  holdNotes(): void {
    this.#held ??= [];
  }

  /** Writes the notes that were held back, which say why a command failed. */
  releaseNotes(): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const text of held) this.printNote(text);
  }

  /** Shows one line at the bottom of the terminal, in place of the previous one. */
  showProgress(text: string): void {
    if (this.#held !== undefined) return;
    const { stderr } = this.#io;
    stderr.write(`\r\x1b[K${safeText(singleLine(text)).slice(0, outputWidth(stderr) - 1)}`);
    this.#isProgressShown = true;
  }

  clearProgress(): void {
    if (this.#isProgressShown) this.#io.stderr.write('\r\x1b[K');
    this.#isProgressShown = false;
  }

  /** @param unit unit of the count, with a leading space */
  progress(doing: string, total?: number, unit = ''): Progress {
    return new Progress(this, doing, total, unit);
  }

  /**
   * Runs work that Ctrl-C stops cleanly, as does SIGTERM, which batch systems send; a second signal ends the process.
   */
  async interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const controller = new AbortController();
    const stopListening = this.#io.onInterrupt(() => controller.abort());
    const before = this.#stop;
    this.#stop = controller.signal;
    try {
      return await work(controller.signal);
    } finally {
      this.#stop = before;
      stopListening();
    }
  }
}

/** Shortest interval between updates of the progress line, in milliseconds. */
const INTERVAL_MS = 100;

/** Counts finished work and shows the count from time to time. */
export class Progress {
  readonly #terminal: Terminal;
  readonly #doing: string;
  #total: number | undefined;
  readonly #unit: string;
  readonly #began: number;
  #shown: number;
  #done = 0;

  constructor(terminal: Terminal, doing: string, total: number | undefined, unit: string) {
    this.#terminal = terminal;
    this.#doing = doing;
    this.#total = total;
    this.#unit = unit;
    this.#began = terminal.clock.now();
    this.#shown = this.#began;
  }

  /** Sets the total once it is known. */
  expect(total: number): void {
    this.#total = total;
  }

  step(): void {
    this.add(1);
  }

  /** Adds finished work. */
  add(amount: number): void {
    this.#done += amount;
    if (!this.#terminal.showsProgress) return;
    const now = this.#terminal.clock.now();
    if (now - this.#shown < INTERVAL_MS) return;
    this.#shown = now;
    this.#terminal.showProgress(progressText(this.#doing, this.#done, this.#total, now - this.#began, this.#unit));
  }

  end(): void {
    this.#terminal.clearProgress();
  }
}

export type Align = 'left' | 'right';

/** Formats rows as aligned columns, two spaces apart. The width of a cell is its number of characters. */
export function columns(rows: readonly (readonly string[])[], align: readonly Align[]): string[] {
  const widths = align.map((_, i) => Math.max(0, ...rows.map((row) => length(row[i] ?? ''))));
  return rows.map((row) =>
    row
      .map((cell, i) => {
        const space = ' '.repeat(Math.max(0, (widths[i] ?? 0) - length(cell)));
        return align[i] === 'right' ? space + cell : cell + space;
      })
      .join('  ')
      .trimEnd(),
  );
}

const length = (text: string): number => Array.from(text).length;
