import * as vscode from 'vscode';
import type { Range, TextEdit } from '../../core/base/text/range.ts';
import type { Language } from '../../core/notation/language.ts';

/** Applies edits to a document as it was read: one step of undo. False when the document moved on meanwhile. */
export async function applyAtOnce(document: vscode.TextDocument, edits: readonly TextEdit[]): Promise<boolean> {
  const edit = new vscode.WorkspaceEdit();
  edit.set(
    document.uri,
    edits.map(({ range, newText }) => vscode.TextEdit.replace(rangeIn(document, range), newText)),
  );
  return edits.length === 0 || (await vscode.workspace.applyEdit(edit));
}

/** The core language of a document of VS Code. */
export function languageOfDocument({ languageId, fileName }: vscode.TextDocument): Language | undefined {
  if (languageId === 'fen') return /\.epd$/i.test(fileName) ? 'epd' : 'fen';
  return languageId === 'pgn' || languageId === 'mav' || languageId === 'walk' ? languageId : undefined;
}

export const rangeIn = (document: vscode.TextDocument, { start, end }: Range): vscode.Range =>
  new vscode.Range(document.positionAt(start), document.positionAt(end));

/** The editor with a document of one of our languages; says what is needed where there is none. */
export function activeEditor(...languages: Language[]): vscode.TextEditor | undefined {
  const editor = vscode.window.activeTextEditor;
  const language = editor && languageOfDocument(editor.document);
  if (editor !== undefined && language !== undefined && languages.includes(language)) return editor;
  const names = languages.map((one) => one.toUpperCase());
  const wanted =
    names.length === 1 ? `a ${names[0]} file` : `a ${names.slice(0, -1).join(', ')} or ${names.at(-1)} file`;
  void vscode.window
    .showInformationMessage(`StateLens: open ${wanted} first. The samples contain some.`, 'Open Samples')
    .then((chosen) => chosen && vscode.commands.executeCommand('statelens.openSamples'));
  return undefined;
}
