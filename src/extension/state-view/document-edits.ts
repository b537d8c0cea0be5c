import * as vscode from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';
import type { TextPosition } from '../../core/base/text/lines.ts';
import type { TextEdit } from '../../core/base/text/range.ts';
import { predictionsIn } from '../../core/languages/predictions.ts';
import { manualStateEdit } from '../../core/notation/predictions/prediction-syntax.ts';
import {
  type ComparePlace,
  INSERT_MOVE_REQUEST,
  type InsertMoveParams,
  type InsertMoveResult,
  type PositionParams,
} from '../../protocol/lsp.ts';
import { documentLanguage, rangeIn } from '../platform/documents.ts';
import { t } from '../platform/l10n.ts';
import { isAtPrediction } from './prediction-notes.ts';

/** Puts the cursor at a place of the document, where an editor shows it. */
export function reveal(document: vscode.TextDocument, { line, character }: TextPosition): void {
  const editor = documentEditor(document);
  if (editor === undefined) return;
  const at = new vscode.Position(line, character);
  editor.selection = new vscode.Selection(at, at);
  editor.revealRange(new vscode.Range(at, at), vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}

/**
 * Writes a move behind a position of a document, as one step of undo. Returns the place behind it, or why nothing was
 * written.
 *
 * @param version of the document that the place counts in
 */
export async function writeMove(
  client: BaseLanguageClient,
  document: vscode.TextDocument,
  place: PositionParams,
  version: number,
  move: string,
): Promise<TextPosition | string> {
  const params: InsertMoveParams = { ...place, version, move };
  const found = await client.sendRequest<InsertMoveResult | null>(INSERT_MOVE_REQUEST, params);
  if (found === null) return t('The language server does not know this file.');
  if (!found.ok) return t('{0} was not written: {1}.', move, found.reason);
  if (found.edits.length > 0) {
    const at = ({ line, character }: TextPosition): number => document.offsetAt(new vscode.Position(line, character));
    const edits = found.edits.map(({ range, newText }) => ({
      range: { start: at(range.start), end: at(range.start) },
      newText,
    }));
    const problem = await editDocument(document, version, edits, {
      readOnly: t('This file is read-only: the move was not written.'),
      changed: t('The text was changed meanwhile: the move was not written. Try again.'),
    });
    if (problem !== undefined) return problem;
  }
  const { line, character } = document.positionAt(found.cursor);
  return { line, character };
}

const documentEditor = (document: vscode.TextDocument): vscode.TextEditor | undefined =>
  vscode.window.visibleTextEditors.find((editor) => editor.document === document);

/** An editor with the document, which is shown where none is to be seen; the page keeps the keyboard. */
const shownEditor = async (document: vscode.TextDocument): Promise<vscode.TextEditor> =>
  documentEditor(document) ??
  (await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.One, preserveFocus: true }));

/**
 * Applies edits to the text of a version of a document, as one step of undo.
 *
 * @param says what is said of a file that is read-only, and of a text that was changed meanwhile
 * @returns what kept the edits from being made; undefined where they were
 */
async function editDocument(
  document: vscode.TextDocument,
  version: number,
  edits: readonly TextEdit[],
  says: { readonly readOnly: string; readonly changed: string },
): Promise<string | undefined> {
  if (vscode.workspace.fs.isWritableFileSystem(document.uri.scheme) === false) return says.readOnly;
  const editor = await shownEditor(document);
  if (document.version !== version) return says.changed;
  const done = await editor.edit((builder) => {
    for (const { range, newText } of edits) builder.replace(rangeIn(document, range), newText);
  });
  // An editor that is read-only takes the edit and does nothing with it.
  return done && document.version !== version ? undefined : says.readOnly;
}

/**
 * Writes another state into a prediction of a document, as one step of undo; its label says that it was taken by hand, and nothing else of
 * the text changes.
 *
 * @param place of the prediction, with its label
 * @param version of the document that the place counts in
 * @returns why nothing was written; undefined where it was
 */
export async function writeTaken(
  document: vscode.TextDocument,
  place: ComparePlace & { readonly label: string },
  version: number,
  state: string,
): Promise<string | undefined> {
  const language = documentLanguage(document);
  const all = language === undefined ? [] : predictionsIn(document.getText(), language);
  const found = all.find((one) => isAtPrediction(one, place));
  if (found === undefined) return t('{0} no longer has a prediction here.', place.label);
  return editDocument(document, version, [manualStateEdit(document.getText(), found, state)], {
    readOnly: t('This file is read-only: the state was not taken.'),
    changed: t('The text was changed meanwhile: the state was not taken. Try again.'),
  });
}

/** Cursor moves that are remembered. */
const MOST = 128;

const keyOf = ({ line, character }: TextPosition): string => `${line}:${character}`;

/** Where this view has put the cursor lately: word of that comes late, when the next step may be under way. */
export class OwnMoves {
  readonly #keys: string[] = [];

  add(to: TextPosition): void {
    this.#keys.push(keyOf(to));
    this.#keys.splice(0, this.#keys.length - MOST);
  }

  /** True if a change of a selection was made here; it and those before it are forgotten. */
  takes({ textEditor, kind }: vscode.TextEditorSelectionChangeEvent): boolean {
    // What an extension does to a selection is told as a command's doing, or without a kind.
    if (kind !== undefined && kind !== vscode.TextEditorSelectionChangeKind.Command) return false;
    const own = this.#keys.indexOf(keyOf(textEditor.selection.active));
    if (own >= 0) this.#keys.splice(0, own + 1);
    return own >= 0;
  }
}
