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

/** Moves the cursor to a position of the document, if an editor shows it. */
export function reveal(document: vscode.TextDocument, { line, character }: TextPosition): void {
  const editor = documentEditor(document);
  if (editor === undefined) return;
  const at = new vscode.Position(line, character);
  editor.selection = new vscode.Selection(at, at);
  editor.revealRange(new vscode.Range(at, at), vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}

/**
 * Writes a move after a position of a document, as one undo step. Returns the position after it, or the reason why
 * nothing was written.
 *
 * @param version of the document that the position refers to
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

/** Returns an editor with the document, which is shown if none is visible; the page keeps the keyboard focus. */
const shownEditor = async (document: vscode.TextDocument): Promise<vscode.TextEditor> =>
  documentEditor(document) ??
  (await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.One, preserveFocus: true }));

/**
 * Applies edits to the text of a version of a document, as one undo step.
 *
 * @param messages texts for a read-only file, and for a text that has changed meanwhile
 * @returns the reason why the edits were not applied; undefined if they were
 */
async function editDocument(
  document: vscode.TextDocument,
  version: number,
  edits: readonly TextEdit[],
  messages: { readonly readOnly: string; readonly changed: string },
): Promise<string | undefined> {
  if (vscode.workspace.fs.isWritableFileSystem(document.uri.scheme) === false) return messages.readOnly;
  const editor = await shownEditor(document);
  if (document.version !== version) return messages.changed;
  const done = await editor.edit((builder) => {
    for (const { range, newText } of edits) builder.replace(rangeIn(document, range), newText);
  });
  // A read-only editor accepts the edit and ignores it.
  return done && document.version !== version ? undefined : messages.readOnly;
}

/**
 * Writes another state into a prediction of a document, as one undo step; its label then marks it as taken by hand, and
 * no other text changes.
 *
 * @param place of the prediction, with its label
 * @param version of the document that the place refers to
 * @returns the reason why nothing was written; undefined if it was
 */
export async function writeTaken(
  document: vscode.TextDocument,
  place: ComparePlace & { readonly label: string },
  version: number,
  state: string,
): Promise<string | undefined> {
  const language = documentLanguage(document);
  const all = language === undefined ? [] : predictionsIn(document.getText(), language);
  const found = all.find((prediction) => isAtPrediction(prediction, place));
  if (found === undefined) return t('{0} no longer has a prediction here.', place.label);
  return editDocument(document, version, [manualStateEdit(document.getText(), found, state)], {
    readOnly: t('This file is read-only: the state was not taken.'),
    changed: t('The text was changed meanwhile: the state was not taken. Try again.'),
  });
}

/** Number of cursor moves that are stored. */
const MOST = 128;

const keyOf = ({ line, character }: TextPosition): string => `${line}:${character}`;

/** The last cursor positions set by this view: their events come late, when the next step may be underway. */
export class OwnMoves {
  readonly #keys: string[] = [];

  add(to: TextPosition): void {
    this.#keys.push(keyOf(to));
    this.#keys.splice(0, this.#keys.length - MOST);
  }

  /** Returns true if this view made a change of a selection; it and those before it are removed. */
  takes({ textEditor, kind }: vscode.TextEditorSelectionChangeEvent): boolean {
    // VS Code reports a selection by an extension as that of a command, or without a kind.
    if (kind !== undefined && kind !== vscode.TextEditorSelectionChangeKind.Command) return false;
    const own = this.#keys.indexOf(keyOf(textEditor.selection.active));
    if (own >= 0) this.#keys.splice(0, own + 1);
    return own >= 0;
  }
}
