import * as vscode from 'vscode';
import { readRecords, recordFormat } from '../../core/mav/records/read-records.ts';
import { RecordsText } from '../../core/mav/records/records-text.ts';
import { baseName } from '../platform/files/uris.ts';
import { inTurns } from '../platform/in-turns.ts';
import { type RecordsSource, readSource } from './records-source.ts';

/** Larger logs are for the command line. */
const MAX_BYTES = 256 * 1024 * 1024;

const openLog = (uri: vscode.Uri): vscode.TextDocument | undefined =>
  vscode.workspace.textDocuments.find((one) => one.uri.toString() === uri.toString());

/** The text of a log, of its document where it is open. Throws an error with a sentence for people. */
export async function readLog(uri: vscode.Uri): Promise<string> {
  const open = openLog(uri);
  if (open !== undefined) return open.getText();
  const { size } = await vscode.workspace.fs.stat(uri);
  if (size > MAX_BYTES)
    throw new Error('it is over 256 MB; in a terminal, "statelens mav records" reads files up to 512 MB');
  return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
}

const NOTHING = { type: vscode.FileType.File, ctime: 0, mtime: 0, size: 0 };

/**
 * Shows logs as MAV in read-only documents, which follow the logs. They are files of a scheme of their own, for of all documents
 * that no disk holds VS Code opens those alone again when a window is loaded anew.
 */
export class RecordsDocuments implements vscode.FileSystemProvider, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changed.event;

  /** A document is as new as its log; how long it is nobody knows before it is made. */
  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const log = logOf(uri);
    if (log === undefined) return NOTHING;
    const open = openLog(log);
    if (open?.isDirty === true || open?.isUntitled === true) return { ...NOTHING, mtime: open.version };
    try {
      const { ctime, mtime, size } = await vscode.workspace.fs.stat(log);
      return { type: vscode.FileType.File, ctime, mtime, size };
    } catch {
      return NOTHING;
    }
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return new TextEncoder().encode(await textOf(uri));
  }

  watch(uri: vscode.Uri): vscode.Disposable {
    const log = logOf(uri);
    // What was never saved is no file to be watched.
    if (log === undefined || log.scheme === 'untitled') return new vscode.Disposable(() => {});
    const folder = vscode.Uri.joinPath(log, '..');
    const watcher = vscode.workspace.createFileSystemWatcher(
      new vscode.RelativePattern(folder, baseName(log).replace(/[?*[\]{}]/g, '[$&]')),
    );
    const tell = (): void => this.#changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
    return vscode.Disposable.from(watcher, watcher.onDidChange(tell), watcher.onDidCreate(tell));
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

async function textOf(uri: vscode.Uri): Promise<string> {
  const source = readSource(uri.query);
  if (source === undefined) return '# This document names no log.\n';
  const log = vscode.Uri.parse(source.log);
  try {
    return await recordsText(baseName(log), await readLog(log), source);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return `# ${baseName(log)} cannot be shown: ${why.replace(/\s+/g, ' ')}\n`;
  }
}

async function recordsText(name: string, text: string, source: RecordsSource): Promise<string> {
  const records = new RecordsText(name, source);
  const isWhole = await inTurns(readRecords(text, recordFormat(name, text)), (event) => {
    if (records.isCut) return false;
    records.add(event);
    return true;
  });
  return records.text(isWhole);
}
