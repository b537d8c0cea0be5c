import * as vscode from 'vscode';
import { thrownMessage } from '../../core/base/result.ts';
import { checkText } from '../../core/languages/check.ts';
import {
  type DatasetFormat,
  datasetEntry,
  datasetFormat,
  gapBeforeEntry,
} from '../../core/mav/author/dataset-entry.ts';
import { EXAMPLE_ACTIONS, type ExampleAction } from '../../protocol/lsp.ts';
import { applyToCurrent } from '../platform/documents.ts';
import type { FeatureContext } from '../platform/feature.ts';
import { byteSource } from '../platform/files/bytes.ts';
import { documentAt, openDocument } from '../platform/files/open-document.ts';
import { parentFolder } from '../platform/files/save.ts';
import { baseName, bytesAt } from '../platform/files/uris.ts';
import { t } from '../platform/l10n.ts';
import { mavDialect } from '../platform/settings.ts';
import { showMessage } from '../platform/show-message.ts';
import { answeredExample, type ExampleLocation } from './examples.ts';

/** Key under which the address of the dataset is stored for the workspace. */
const DATASET = 'statelens.mavDataset';
/** Size in bytes above which a file is not searched for the same example. */
const MAX_SEARCHED = 32 * 1024 * 1024;

/**
 * Appends an answered example to a dataset: the file of the last time, or one that the user names. Text that the file
 * holds already stays as it is, and the same example is not appended twice.
 */
async function keepExample(context: FeatureContext, { editor, found }: ExampleLocation): Promise<void> {
  const { document } = editor;
  const target = (await knownDataset(context, document.uri)) ?? (await chooseDataset(context, document.uri));
  if (target === undefined) return;
  const format = datasetFormat(target.path);
  const text = document.getText();
  const kept = datasetEntry(text, found, baseName(document.uri), format);
  if (kept === undefined) return;
  const name = baseName(target);
  const buttons = {
    [t('Open')]: () => openDataset(target),
    [t('Other File…')]: () => chooseDataset(context, document.uri),
  };
  try {
    if (await holds(target, kept.mark)) return await say(t('{0} already has this example.', name), buttons);
    await append(context, target, kept.text, format);
  } catch (error) {
    void showMessage('error', t('{0} could not be written: {1}', name, thrownMessage(error)));
    return;
  }
  const own = text.slice(found.inputs.start, found.outputs?.end);
  const fault = checkText(own, 'mav', { mavDialect: mavDialect() }).find(({ severity }) => severity === 'error');
  await say(
    fault === undefined
      ? t('Example kept in {0}.', name)
      : t('Example kept in {0}, with an error in its answer: {1}.', name, fault.message),
    buttons,
  );
}

async function say(message: string, buttons: Readonly<Record<string, () => Promise<unknown>>>): Promise<void> {
  const chosen = await vscode.window.showInformationMessage(`StateLens: ${message}`, ...Object.keys(buttons));
  if (chosen !== undefined) await buttons[chosen]?.();
}

const openDataset = async (target: vscode.Uri): Promise<unknown> => vscode.window.showTextDocument(target);

/** Returns the dataset of the last time, if it still exists and is not the document of the example. */
async function knownDataset({ workspaceState }: FeatureContext, own: vscode.Uri): Promise<vscode.Uri | undefined> {
  const stored = workspaceState.get<string>(DATASET);
  const known = stored === undefined || stored === own.toString() ? undefined : vscode.Uri.parse(stored);
  return known !== undefined && (await sizeOf(known)) !== undefined ? known : undefined;
}

/** Asks for the dataset, beside the document, and stores its address. */
async function chooseDataset({ workspaceState }: FeatureContext, own: vscode.Uri): Promise<vscode.Uri | undefined> {
  const folder = own.scheme === 'file' ? vscode.Uri.joinPath(own, '..') : parentFolder();
  const name = `${baseName(own).replace(/\.\w+$/, '')}.examples.jsonl`;
  const target = await vscode.window.showSaveDialog({
    ...(folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(folder, name) }),
    filters: { [t('JSON Lines')]: ['jsonl'], MAV: ['mav'] },
    title: t('StateLens: append examples to a dataset'),
    saveLabel: t('Append'),
  });
  if (target === undefined) return undefined;
  if (target.toString() === own.toString()) {
    void showMessage('warning', t('the example stands in this file. Choose another file for the dataset.'));
    return undefined;
  }
  await workspaceState.update(DATASET, target.toString());
  return target;
}

/** Returns the size of a file in bytes; undefined if there is none. */
async function sizeOf(uri: vscode.Uri): Promise<number | undefined> {
  try {
    return (await vscode.workspace.fs.stat(uri)).size;
  } catch {
    return undefined;
  }
}

/** Returns true if a file, also one with unsaved changes, holds a text. */
async function holds(target: vscode.Uri, mark: string): Promise<boolean> {
  const open = openDocument(target);
  if (open !== undefined) return open.getText().replaceAll('\r\n', '\n').includes(mark);
  const size = await sizeOf(target);
  if (size === undefined || size > MAX_SEARCHED) return false;
  return new TextDecoder()
    .decode(await bytesAt(target))
    .replaceAll('\r\n', '\n')
    .includes(mark);
}

/** Appends an entry to a file: in its editor if it is open, otherwise on disk. The file is created if it is missing. */
async function append(
  { platform }: FeatureContext,
  target: vscode.Uri,
  entry: string,
  format: DatasetFormat,
): Promise<void> {
  const open = openDocument(target);
  if (open !== undefined) {
    const wasSaved = !open.isDirty;
    const change = await applyToCurrent(
      () => documentAt(target),
      (text) => {
        const end = { start: text.length, end: text.length };
        return { edits: [{ range: end, newText: gapBeforeEntry(text.slice(-4), format) + entry }] };
      },
    );
    if (change === undefined) throw new Error(t('it is being changed'));
    if (wasSaved) await open.save();
    return;
  }
  const isThere = (await sizeOf(target)) !== undefined;
  const end = isThere ? await lastCharacters(platform, target) : '';
  const text = gapBeforeEntry(end, format) + entry;
  if (target.scheme === 'file' && platform.localFiles !== undefined) {
    await platform.localFiles.append(target.fsPath, text);
    return;
  }
  const before = isThere ? await vscode.workspace.fs.readFile(target) : new Uint8Array();
  const added = new TextEncoder().encode(text);
  const all = new Uint8Array(before.length + added.length);
  all.set(before);
  all.set(added, before.length);
  await vscode.workspace.fs.writeFile(target, all);
}

/** Returns the last bytes of a file as characters. */
async function lastCharacters(platform: FeatureContext['platform'], target: vscode.Uri): Promise<string> {
  const bytes = await byteSource(platform, target).open();
  try {
    const count = Math.min(4, bytes.size);
    return new TextDecoder('latin1').decode(await bytes.read(bytes.size - count, count));
  } finally {
    await bytes.close();
  }
}

/** Commands that act on the example at the cursor. */
const COMMANDS: Readonly<Record<Exclude<ExampleAction, 'keep'>, string>> = {
  run: 'statelens.runMav',
  reference: 'statelens.insertReference',
  copy: 'statelens.copyPrompt',
  compare: 'statelens.compareReference',
};

/**
 * Runs the action of a lens above an example: puts the cursor on its header, for this command and the next.
 *
 * @param address of the document
 */
export async function actOnExample(
  context: FeatureContext,
  address: unknown,
  place: unknown,
  action: unknown,
): Promise<void> {
  const { line, character } = (typeof place === 'object' && place !== null ? place : {}) as Partial<vscode.Position>;
  const wanted = EXAMPLE_ACTIONS.find((known) => known === action);
  if (typeof address !== 'string' || line === undefined || character === undefined || wanted === undefined) return;
  const document = await documentAt(vscode.Uri.parse(address));
  const shown = vscode.window.visibleTextEditors.find((editor) => editor.document === document);
  const at = new vscode.Position(line, character);
  await vscode.window.showTextDocument(document, {
    selection: new vscode.Range(at, at),
    ...(shown?.viewColumn !== undefined && { viewColumn: shown.viewColumn }),
  });
  if (wanted !== 'keep') {
    await vscode.commands.executeCommand(COMMANDS[wanted]);
    return;
  }
  const example = answeredExample();
  if (example !== undefined) await keepExample(context, example);
}
