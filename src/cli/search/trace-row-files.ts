import { existsSync } from 'node:fs';
import * as v from 'valibot';
import type { CellType, GameRow } from '../../core/datasets/game-output.ts';
import type { TraceRow } from '../../core/traces/generate/trace-rows.ts';
import { usageError } from '../command.ts';
import { partFile } from '../games/game-output.ts';
import { AppendFile } from '../io/append-file.ts';
import { checkOutput } from '../io/output.ts';
import type { ParquetTable } from '../io/parquet-table.ts';
import { ReplacedFile } from '../io/replaced-file.ts';
import type { Terminal } from '../io/terminal.ts';
import type { RowSink, WriteFlags } from './trace-write-flags.ts';

export type TraceFormat = 'jsonl' | 'parquet' | 'text';

/** Returns the format of an output by its name; default: the texts of the traces. */
export const traceFormat = (out: string): TraceFormat =>
  /\.jsonl$/i.test(out) ? 'jsonl' : /\.parquet$/i.test(out) ? 'parquet' : 'text';

/** Columns of rows in Parquet, in order. */
const COLUMNS = {
  id: 'text',
  index: 'integer',
  split: 'text',
  task: 'text',
  dialect: 'text',
  world: 'text',
  search: 'text',
  heuristic: 'text',
  prompt: 'text',
  target: 'text',
  solved: 'flag',
  nodes: 'integer',
  cost: 'number',
  faultKind: 'text',
  faultCode: 'text',
  faultLine: 'integer',
  faultStart: 'integer',
  faultEnd: 'integer',
  faultRight: 'text',
} as const satisfies Readonly<Record<string, CellType>>;
/** Rows of a row group. */
const GROUP = 2000;

/** A line of an existing file, as far as it is needed. */
const lineSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ meta: v.object({ id: v.string(), index: v.number() }) }),
);

interface FileOptions {
  readonly out: string;
  /** Names of the parts; none for a single file. */
  readonly parts: readonly string[];
  readonly format: TraceFormat;
  /** True to keep existing rows. */
  readonly resume: boolean;
  readonly flags: WriteFlags;
}

/** Words of the call that are the same in all rows. */
type Constants = Pick<WriteFlags, 'write' | 'world' | 'search'>;

/** The files of a dataset of traces while they are written. */
export class TraceRowFiles implements RowSink {
  readonly #parts = new Map<string, PartFile>();
  readonly #constants: Constants;
  readonly #format: TraceFormat;
  firstDraw = 0;
  known: readonly string[] = [];
  kept = 0;

  private constructor(constants: Constants, format: TraceFormat) {
    this.#constants = constants;
    this.#format = format;
  }

  static async open(_terminal: Terminal, { out, parts, format, resume, flags }: FileOptions): Promise<TraceRowFiles> {
    const files = new TraceRowFiles(flags, format);
    const names = parts.length === 0 ? [''] : parts;
    const paths = names.map((name) => (name === '' ? out : partFile(out, name)));
    for (const file of paths) {
      if (!resume && flags.overwrite !== true && existsSync(file))
        throw usageError(
          `${file} already exists; use ${format === 'jsonl' ? '--continue, or ' : ''}--overwrite to start over`,
        );
      const kind = format === 'parquet' ? 'parquet' : format === 'jsonl' ? 'examples' : 'other';
      checkOutput(file, { kind, inputs: [], isNamed: true, overwrite: flags.overwrite });
    }
    const table = format === 'parquet' ? (await import('../io/parquet-table.ts')).ParquetTable : undefined;
    for (const [i, name] of names.entries()) files.#parts.set(name, new PartFile(paths[i] ?? out, table, resume));
    if (resume) await files.#readKept();
    return files;
  }

  /** Reads the rows that exist. Parts end at different draws, so the draws after the first end are made again. */
  async #readKept(): Promise<void> {
    const rows: { readonly id: string; readonly index: number }[] = [];
    let first = Number.POSITIVE_INFINITY;
    for (const part of this.#parts.values()) {
      const own = await part.readKept();
      first = Math.min(first, (own.at(-1)?.index ?? -1) + 1);
      rows.push(...own);
      this.kept += own.length;
    }
    this.firstDraw = first;
    this.known = rows.filter(({ index }) => index < first).map(({ id }) => id);
  }

  get paths(): readonly string[] {
    return Array.from(this.#parts.values(), ({ path }) => path);
  }

  add(row: TraceRow, part: string): boolean {
    const file = this.#parts.get(part);
    if (file === undefined || row.index <= file.lastKept) return false;
    if (this.#format === 'parquet') file.addRow(this.#cells(row, part));
    else if (this.#format === 'jsonl') file.write(this.#line(row, part));
    else file.write(`${file.isEmpty ? '' : '\n'}${`${row.prompt}${row.target}`.trimEnd()}\n`);
    return true;
  }

  #line({ id, index, task, prompt, target, heuristic, solved, nodes, cost, fault }: TraceRow, split: string): string {
    const { write: dialect, world, search } = this.#constants;
    const meta = {
      id,
      index,
      ...(split !== '' && { split }),
      task,
      dialect,
      world,
      search,
      heuristic,
      solved,
      nodes,
      cost,
      fault,
    };
    return `${JSON.stringify({ prompt, target, meta })}\n`;
  }

  #cells({ id, index, task, prompt, target, heuristic, solved, nodes, cost, fault }: TraceRow, split: string): GameRow {
    const { write: dialect = '', world = '', search = '' } = this.#constants;
    return {
      id,
      index,
      split: split === '' ? null : split,
      task,
      dialect,
      world,
      search,
      heuristic,
      prompt,
      target,
      solved,
      nodes,
      cost,
      faultKind: fault?.kind ?? null,
      faultCode: fault?.code ?? null,
      faultLine: fault?.line ?? null,
      faultStart: fault?.start ?? null,
      faultEnd: fault?.end ?? null,
      faultRight: fault?.right ?? null,
    };
  }

  /** Writes the ends of the files. */
  end(): void {
    for (const part of this.#parts.values()) part.end();
  }

  commit(): void {
    for (const part of this.#parts.values()) part.commit();
  }

  /** Closes the files after a failure or an interruption: lines stay whole, a Parquet file is as it was before. */
  abandon(): void {
    for (const part of this.#parts.values()) part.abandon();
  }
}

/** A file of a dataset: lines that are appended, or a table that replaces a file at its end. */
class PartFile {
  readonly path: string;
  readonly #lines: AppendFile | undefined;
  readonly #replaced: ReplacedFile | undefined;
  readonly #table: ParquetTable | undefined;
  #isClosed = false;
  isEmpty = true;
  /** Number of the draw of the last row that exists. */
  lastKept = -1;

  constructor(path: string, table: typeof ParquetTable | undefined, resume: boolean) {
    this.path = path;
    if (table === undefined) {
      this.#lines = new AppendFile(path, resume && existsSync(path));
      return;
    }
    const replaced = new ReplacedFile(path);
    this.#replaced = replaced;
    this.#table = new table(COLUMNS, GROUP, (bytes) => replaced.write(bytes));
  }

  async readKept(): Promise<{ readonly id: string; readonly index: number }[]> {
    const rows: { readonly id: string; readonly index: number }[] = [];
    await this.#lines?.lines((line) => {
      const read = v.safeParse(lineSchema, line);
      if (!read.success)
        throw usageError(`${this.path} has a line that is no row of traces; use --overwrite to start over`);
      rows.push(read.output.meta);
    });
    this.lastKept = rows.at(-1)?.index ?? -1;
    return rows;
  }

  write(text: string): void {
    this.isEmpty = false;
    this.#lines?.write(text);
  }

  addRow(row: GameRow): void {
    this.#table?.add(row);
    this.#table?.flushFull();
  }

  end(): void {
    if (this.#isClosed) return;
    this.#table?.end();
    this.#lines?.close();
    this.#isClosed = this.#lines !== undefined;
  }

  commit(): void {
    this.#replaced?.commit();
  }

  abandon(): void {
    if (this.#replaced !== undefined) {
      this.#replaced.discard();
      return;
    }
    if (this.#isClosed) return;
    this.#isClosed = true;
    try {
      this.#lines?.close();
    } catch {
      // The failure is reported where it happened; a torn last line is removed here, since a disk that is full can shrink.
      new AppendFile(this.path, true).close();
    }
  }
}
