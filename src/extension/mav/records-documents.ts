import * as vscode from 'vscode';
import type { RecordFieldChoice } from '../../core/mav/records-text.ts';
import { openDocument } from '../platform/files/open-document.ts';
import { baseName } from '../platform/files/uris.ts';

/** A log with its selected fields: all that such a document depends on. */
export interface RecordsSource extends RecordFieldChoice {
  /** URI of the log. */
  readonly log: string;
  /** Fields of a record that together are a trace; undefined for a document of MAV. */
  readonly traces?: readonly string[];
  /** True if the traces are searches in prose. */
  readonly isProse?: true;
}

/** Formats the query of a document's URI, from which the document can be made again at any time. */
export const writeSource = ({ log, prompt, output, traces, isProse }: RecordsSource): string =>
  JSON.stringify({ log, prompt, output, traces, isProse });

const field = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** Reads such a query; undefined for any other. */
export function readSource(query: string): RecordsSource | undefined {
  let value: unknown;
  try {
    value = JSON.parse(query);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const { log, prompt, output, traces, isProse } = value as Readonly<Record<string, unknown>>;
  if (typeof log !== 'string') return undefined;
  const names = Array.isArray(traces) ? traces.filter((name) => field(name) !== undefined) : [];
  return {
    log,
    prompt: field(prompt),
    output: field(output),
    ...(names.length > 0 && { traces: names as readonly string[] }),
    ...(isProse === true && { isProse }),
  };
}

/** The fields that were last chosen for each log, as stored; the newest last. */
type ChosenFields = readonly (readonly [log: string, fields: RecordFieldChoice])[];

const MAX_REMEMBERED = 100;

/** Reads the stored choices; anything else is empty. */
export function readChosen(value: unknown): ChosenFields {
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry: unknown) => {
    const [log, fields] = Array.isArray(entry) ? (entry as readonly unknown[]) : [];
    if (typeof log !== 'string' || typeof fields !== 'object' || fields === null) return [];
    const { prompt, output } = fields as Readonly<Record<string, unknown>>;
    return [[log, { prompt: field(prompt), output: field(output) }] as const];
  });
}

/** Adds the fields chosen for a log. */
export const addChoice = (chosen: ChosenFields, log: string, fields: RecordFieldChoice): ChosenFields =>
  [...chosen.filter(([other]) => other !== log), [log, fields] as const].slice(-MAX_REMEMBERED);

/** Returns the beginning of a text on one line, for a list, with marks for line ends. */
export function preview(text: string): string {
  const line = text
    .slice(0, 400)
    .replace(/\s*[\r\n]+\s*/g, ' ⏎ ')
    .trim();
  return line.length > 160 ? `${line.slice(0, 160)}…` : line;
}

const NOTHING = { type: vscode.FileType.File, ctime: 0, mtime: 0, size: 0 };

/**
 * A file system of read-only documents that show logs as MAV, and follow the logs. They are files of a separate scheme:
 * of all documents without a file on disk, VS Code reopens only those when a window is reloaded.
 */
export class RecordsDocuments implements vscode.FileSystemProvider, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changed.event;
  readonly #textOf: (uri: vscode.Uri) => Promise<string>;

  /** @param textOf returns the text of such a document */
  constructor(textOf: (uri: vscode.Uri) => Promise<string>) {
    this.#textOf = textOf;
  }

  /** Returns the modification time of the log; the size is unknown before the document is made. */
  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const log = logOf(uri);
    if (log === undefined) return NOTHING;
    const open = openDocument(log);
    if (open?.isDirty === true || open?.isUntitled === true) return { ...NOTHING, mtime: open.version };
    try {
      const { ctime, mtime, size } = await vscode.workspace.fs.stat(log);
      return { type: vscode.FileType.File, ctime, mtime, size };
    } catch {
      return NOTHING;
    }
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return new TextEncoder().encode(await this.#textOf(uri));
  }

  watch(uri: vscode.Uri): vscode.Disposable {
    const log = logOf(uri);
    // A document that was never saved has no file to watch.
    if (log === undefined || log.scheme === 'untitled') return new vscode.Disposable(() => {});
    const folder = vscode.Uri.joinPath(log, '..');
    const watcher = vscode.workspace.createFileSystemWatcher(
      new vscode.RelativePattern(folder, baseName(log).replace(/[?*[\]{}]/g, '[$&]')),
    );
    const notify = (): void => this.#changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
    return vscode.Disposable.from(watcher, watcher.onDidChange(notify), watcher.onDidCreate(notify));
  }

  readDirectory(): [string, vscode.FileType][] {
    return [];
  }

  createDirectory(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  writeFile(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  delete(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  rename(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  dispose(): void {
    this.#changed.dispose();
  }
}

function logOf(uri: vscode.Uri): vscode.Uri | undefined {
  const source = readSource(uri.query);
  return source && vscode.Uri.parse(source.log);
}
