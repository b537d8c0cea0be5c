import * as vscode from 'vscode';
import { readRecords, recordFormat } from '../core/mav/records/read-records.ts';
import { RecordsText } from '../core/mav/records/records-text.ts';
import { inTurns } from './in-turns.ts';
import { type RecordsSource, readSource } from './records-source.ts';

/** Larger logs are for the command line. */
const MOST_BYTES = 256 * 1024 * 1024;

/** The last part of a path. */
export const baseName = ({ path }: vscode.Uri): string => path.slice(path.lastIndexOf('/') + 1);

/** The text of a log, of its document where it is open. Throws an error with a sentence for people. */
export async function readLog(uri: vscode.Uri): Promise<string> {
  const open = vscode.workspace.textDocuments.find((one) => one.uri.toString() === uri.toString());
  if (open !== undefined) return open.getText();
  const { size } = await vscode.workspace.fs.stat(uri);
  if (size > MOST_BYTES)
    throw new Error('it is over 256 MB; in a terminal, "statelens mav records" reads files up to 512 MB');
  return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
}

/** Shows logs as MAV in read-only documents, which follow the logs. */
export class RecordsDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.#changed.event;
  readonly #watchers = new Map<string, vscode.Disposable>();
  readonly #closing = vscode.workspace.onDidCloseTextDocument(({ uri }) => {
    this.#watchers.get(uri.toString())?.dispose();
    this.#watchers.delete(uri.toString());
  });

  async provideTextDocumentContent(uri: vscode.Uri, token: vscode.CancellationToken): Promise<string> {
    const source = readSource(uri.query);
    if (source === undefined) return '# This document names no log.\n';
    const log = vscode.Uri.parse(source.log);
    this.#watch(uri, log);
    try {
      return await recordsText(baseName(log), await readLog(log), source, token);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      return `# ${baseName(log)} cannot be shown: ${why.replace(/\s+/g, ' ')}\n`;
    }
  }

  #watch(uri: vscode.Uri, log: vscode.Uri): void {
    // What was never saved is no file to be watched.
    if (this.#watchers.has(uri.toString()) || log.scheme === 'untitled') return;
    const folder = vscode.Uri.joinPath(log, '..');
    const watcher = vscode.workspace.createFileSystemWatcher(
      new vscode.RelativePattern(folder, baseName(log).replace(/[?*[\]{}]/g, '[$&]')),
    );
    const again = watcher.onDidChange(() => this.#changed.fire(uri));
    const anew = watcher.onDidCreate(() => this.#changed.fire(uri));
    this.#watchers.set(uri.toString(), vscode.Disposable.from(watcher, again, anew));
  }

  dispose(): void {
    this.#closing.dispose();
    this.#changed.dispose();
    for (const watcher of this.#watchers.values()) watcher.dispose();
  }
}

async function recordsText(
  name: string,
  text: string,
  source: RecordsSource,
  token: vscode.CancellationToken,
): Promise<string> {
  const records = new RecordsText(name, source);
  const isWhole = await inTurns(
    readRecords(text, recordFormat(name, text)),
    (event) => {
      if (records.isCut) return false;
      records.add(event);
      return true;
    },
    () => token.isCancellationRequested,
  );
  return records.text(isWhole);
}
