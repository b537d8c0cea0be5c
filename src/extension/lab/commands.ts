import * as vscode from 'vscode';
import { err, ok, type Result } from '../../core/base/result.ts';
import type { Range } from '../../core/base/text/range.ts';
import { parseUnitLine, readLab, unitKey } from '../../core/lab/lab-file.ts';
import { labWalks } from '../../core/lab/lab-walks.ts';
import { readWalks } from '../../core/notation/walk/read-walk.ts';
import { rangeIn } from '../platform/documents.ts';
import type { OpenFeature } from '../platform/feature.ts';
import { showRange } from '../platform/files/open-document.ts';
import { writeBytes } from '../platform/files/save.ts';
import { baseName, bytesAt } from '../platform/files/uris.ts';
import { t } from '../platform/l10n.ts';
import { showMessage } from '../platform/show-message.ts';

/**
 * Opens Open Lab as Walks: writes the failing histories and worst pairs into a walk file beside the lab, and opens the
 * state view at one of them.
 */
export const open = (): OpenFeature => ({
  commands: {
    'statelens.openLab': async (given?: unknown) => {
      const editor = vscode.window.activeTextEditor;
      const file = given instanceof vscode.Uri ? given : (labOf(editor) ?? (await pickLab()));
      if (file !== undefined) await openLab(file, lineIn(editor, file));
    },
  },
  dispose: () => undefined,
});

const labOf = (editor: vscode.TextEditor | undefined): vscode.Uri | undefined =>
  editor !== undefined && /\.lab\.jsonl$/i.test(editor.document.uri.path) ? editor.document.uri : undefined;

/** Returns the line at the cursor in a lab, if its file is in the editor. */
const lineIn = (editor: vscode.TextEditor | undefined, file: vscode.Uri): string | undefined =>
  editor?.document.uri.toString() === file.toString()
    ? editor.document.lineAt(editor.selection.active.line).text
    : undefined;

async function openLab(file: vscode.Uri, line: string | undefined): Promise<void> {
  const name = baseName(file);
  const bytes = await bytesAt(file);
  const shown = bytes && labView(new TextDecoder().decode(bytes), line);
  if (shown?.ok !== true) {
    const reason = shown?.error ?? t('there is no such file');
    return showMessage('error', t('{0} cannot be shown as walks: {1}', name, reason));
  }
  const { text, place } = shown.value;
  if (place === null) return showMessage('info', t('{0} has no failing history and no pair to look at.', name));
  const walk = file.with({ path: walkBeside(file.path) });
  if (!(await written(walk, text))) return;
  const document = await vscode.workspace.openTextDocument(walk);
  const { start, end } = rangeIn(document, place);
  await showRange(document, { start, end }, true);
  await vscode.commands.executeCommand('statelens.openStateView', walk.toString(), {
    line: end.line,
    character: end.character,
  });
}

/** Writes the walks; asks before it replaces others. */
async function written(walk: vscode.Uri, text: string): Promise<boolean> {
  const there = await bytesAt(walk);
  const isSame = there !== undefined && new TextDecoder().decode(there) === text;
  if (isSame || (there !== undefined && !(await mayReplace(walk)))) return isSame;
  return writeBytes(walk, new TextEncoder().encode(text));
}

async function mayReplace(walk: vscode.Uri): Promise<boolean> {
  const replace = t('Replace');
  const words = t('StateLens: {0} is there already, with other walks.', baseName(walk));
  return (await vscode.window.showWarningMessage(words, { modal: true }, replace)) === replace;
}

async function pickLab(): Promise<vscode.Uri | undefined> {
  const chosen = await vscode.window.showOpenDialog({
    title: t('StateLens: Open Lab as Walks'),
    filters: { [t('Labs')]: ['lab.jsonl', 'jsonl'] },
  });
  return chosen?.[0];
}

/** A lab as walks, and the range to show. */
export interface LabView {
  readonly text: string;
  /** The illegal action, or the last one of a history; null if the lab found none. */
  readonly place: Range | null;
}

/**
 * Returns the walks of a lab's file.
 *
 * @param line of the file; the range is in the walk of its unit, otherwise in the first one
 */
export function labView(file: string, line = ''): Result<LabView, string> {
  const lab = readLab(file);
  if (!lab.ok) return lab;
  const { header } = lab.value;
  const world = header.walkWorld ?? header.world;
  const { text, units } = labWalks(lab.value, world);
  const wanted = parseUnitLine(line);
  const key = wanted && unitKey(wanted);
  const at = key === undefined ? 0 : units.findIndex((keys) => keys.includes(key));
  if (at < 0) return err(t('this unit found no failure and no pair to look at, or it is not among the first ones'));
  const walk = readWalks(text).walks[at];
  return ok({ text, place: walk === undefined ? null : (walk.actions.at(-1) ?? walk.world).range });
}

/** Returns the walk file of a lab: in its folder, with its name. */
export const walkBeside = (path: string): string => `${path.replace(/(?:\.lab)?\.jsonl$/i, '')}.walk`;
