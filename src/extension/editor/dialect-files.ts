import * as vscode from 'vscode';
import {
  DIALECT_FILE,
  DIALECT_LANGUAGES,
  DIALECT_PATTERN,
  DIALECTS_NOTIFICATION,
  type DialectsParams,
} from '../../protocol/lsp.ts';
import type { FeatureContext } from '../platform/feature.ts';
import { readDialects } from '../platform/files/workspace-files.ts';
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
  let timer: ReturnType<typeof setTimeout> | undefined;
  const send = async (): Promise<void> => {
    const found = await readDialects();
    if (!client.isRunning()) return;
    const files = found.map(({ uri, text }) => ({ uri: client.code2ProtocolConverter.asUri(uri), text }));
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
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (DIALECT_FILE.test(document.uri.path)) soon();
    }),
    client.onDidChangeState(soon),
    { dispose: () => clearTimeout(timer) },
  );
}
