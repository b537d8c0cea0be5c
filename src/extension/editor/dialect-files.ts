import * as vscode from 'vscode';
import { State } from 'vscode-languageclient';
import {
  DIALECT_FILE,
  DIALECT_LANGUAGES,
  DIALECT_PATTERN,
  DIALECTS_NOTIFICATION,
  type DialectsParams,
  type DialectText,
  MAX_DIALECT_BYTES,
  MAX_DIALECTS,
} from '../../protocol/lsp.ts';
import type { FeatureContext } from '../platform/feature.ts';
import { workspaceFiles } from '../platform/files/workspace-files.ts';
import { whenOpen } from '../platform/when-open.ts';

/** Quiet time before dialect files are read again, in milliseconds: a folder that is unpacked has many events. */
const QUIET_MS = 200;

/** Sends the dialect files of the workspace to the server as soon as a trace is open, and whenever they change. */
export function open(context: FeatureContext): vscode.Disposable {
  const opened: vscode.Disposable[] = [];
  opened.push(whenOpen(isTrace, () => opened.push(follow(context))));
  return { dispose: () => opened.forEach((one) => one.dispose()) };
}

const isTrace = ({ languageId }: vscode.TextDocument): boolean =>
  DIALECT_LANGUAGES.some((language) => language === languageId);

function follow({ client, log }: FeatureContext): vscode.Disposable {
  const decoder = new TextDecoder();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const read = async (uri: vscode.Uri): Promise<DialectText[]> => {
    try {
      const bytes = await vscode.workspace.fs.readFile(uri);
      if (bytes.length > MAX_DIALECT_BYTES) return [];
      return [{ uri: client.code2ProtocolConverter.asUri(uri), text: decoder.decode(bytes) }];
    } catch {
      // it was deleted meanwhile
      return [];
    }
  };
  const send = async (): Promise<void> => {
    const found = await workspaceFiles((name) => DIALECT_FILE.test(name), MAX_DIALECTS);
    const files = (await Promise.all(found.map(read))).flat();
    if (!client.isRunning()) return;
    const params: DialectsParams = { files };
    await client.sendNotification(DIALECTS_NOTIFICATION, params);
  };
  const soon = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      send().catch((error: unknown) => log.warn(`Could not send the dialect files: ${String(error)}`));
    }, QUIET_MS);
  };
  soon();
  const watcher = vscode.workspace.createFileSystemWatcher(DIALECT_PATTERN);
  return vscode.Disposable.from(
    watcher,
    watcher.onDidChange(soon),
    watcher.onDidCreate(soon),
    watcher.onDidDelete(soon),
    vscode.workspace.onDidChangeWorkspaceFolders(soon),
    client.onDidChangeState(({ newState }) => {
      if (newState === State.Running) soon();
    }),
    { dispose: () => clearTimeout(timer) },
  );
}
