import * as vscode from 'vscode';
import { State } from 'vscode-languageclient';
import {
  ALLOW_PROGRAM_REQUEST,
  type AllowedProgram,
  REVOKE_PROGRAMS_REQUEST,
  START_PROGRAM_COMMAND,
} from '../../protocol/lsp.ts';
import { documentName } from '../platform/documents.ts';
import type { FeatureContext, OpenFeature } from '../platform/feature.ts';
import { t } from '../platform/l10n.ts';
import { showMessage } from '../platform/show-message.ts';
import { escapeInvisible, readProgram, readPrograms, visibleCommand, WindowPrograms } from './programs.ts';

/** Context key that is true in a window whose programs can be stopped. */
const RUNNING_CONTEXT = 'statelens.worldPrograms';

/** Opens the commands that start and end programs that walks name as their worlds. */
export function open({ client, platform, isTrusted }: FeatureContext): OpenFeature {
  const programs = new WindowPrograms({
    confirm,
    allow: (program) => client.sendRequest<string | null>(ALLOW_PROGRAM_REQUEST, program),
    revoke: () => client.sendRequest(REVOKE_PROGRAMS_REQUEST),
    changed: (some) => void vscode.commands.executeCommand('setContext', RUNNING_CONTEXT, some),
  });
  const restarts = client.onDidChangeState(({ newState }) => {
    if (newState === State.Running && isTrusted()) void programs.restored().catch(() => undefined);
  });
  return {
    commands: {
      [START_PROGRAM_COMMAND]: (given?: unknown) =>
        platform.kind === 'web' ? showMessage('info', notInBrowser()) : start(programs, isTrusted, given),
      'statelens.stopWorldPrograms': () => stop(programs),
    },
    dispose: () => restarts.dispose(),
  };
}

const notInBrowser = (): string =>
  t('a browser cannot start a program. Open the walk in VS Code on a desktop, or check it on the command line.');

async function start(programs: WindowPrograms, isTrusted: () => boolean, given: unknown): Promise<void> {
  if (!isTrusted())
    return showMessage('warning', t('no program is started: this workspace is not trusted.'), {
      [t('Manage Trust')]: 'workbench.trust.manage',
    });
  const program = readProgram(given) ?? (await chosen());
  if (program === undefined) return;
  const outcome = await programs.start(program);
  if (typeof outcome === 'object')
    await showMessage('error', t('{0} was not started: {1}.', visibleCommand(program.words), outcome.refused));
}

/** Returns the program of the walk at the cursor; in a file with several, the one that the user picks. */
async function chosen(): Promise<AllowedProgram | undefined> {
  const editor = vscode.window.activeTextEditor;
  const document = editor?.document;
  const named =
    document !== undefined && documentName(document)?.hasWalks === true
      ? readPrograms(document.getText(), document.offsetAt(editor?.selection.active ?? new vscode.Position(0, 0)))
      : [];
  if (document === undefined || named.length === 0) {
    await showMessage('info', t('open a walk file that names a program as its world (world process:COMMAND) first.'));
    return undefined;
  }
  if (document.uri.scheme !== 'file') {
    await showMessage('info', t('save the walk in a file first: its program runs in the folder of the file.'));
    return undefined;
  }
  const folder = vscode.Uri.joinPath(document.uri, '..').toString();
  const [only] = named;
  if (named.length === 1 && only !== undefined) return { words: only.words, folder };
  const items = named.map(({ words }) => ({ label: visibleCommand(words), words }));
  const picked = await vscode.window.showQuickPick(items, { placeHolder: t('The program to start') });
  return picked && { words: picked.words, folder };
}

/** Asks for permission, with the exact command and folder. */
async function confirm({ words, folder }: AllowedProgram): Promise<boolean> {
  const yes = t('Start Program');
  const detail = [
    t('Command: {0}', visibleCommand(words)),
    t('Folder: {0}', escapeInvisible(vscode.Uri.parse(folder).fsPath)),
    '',
    t('It is the world of walks in this folder, and runs as you do: it may read and write all that you may.'),
    t('It ends with this window, or with "StateLens: Stop World Programs". The answer is not remembered.'),
  ].join('\n');
  const message = t('Start this program for this window?');
  return (await vscode.window.showWarningMessage(message, { modal: true, detail }, yes)) === yes;
}

async function stop(programs: WindowPrograms): Promise<void> {
  const count = await programs.stop();
  const message =
    count === 1
      ? t('StateLens: the world program was stopped')
      : t('StateLens: {0} world programs were stopped', count);
  vscode.window.setStatusBarMessage(message, 4000);
}
