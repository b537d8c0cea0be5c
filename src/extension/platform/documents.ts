import * as vscode from 'vscode';
import { type Range, shiftRanges, type TextEdit } from '../../core/base/text/range.ts';
import type { LanguageName } from '../../core/languages/kit.ts';
import { holdsGames, languagesWhere, nameInEditor } from '../../core/languages/languages.ts';
import type { Language } from '../../core/notation/language.ts';
import { t } from './l10n.ts';

/** Applies edits to a document as it was read: one undo step. False if the document has changed meanwhile. */
export async function applyNow(document: vscode.TextDocument, edits: readonly TextEdit[]): Promise<boolean> {
  const edit = new vscode.WorkspaceEdit();
  edit.set(
    document.uri,
    edits.map(({ range, newText }) => vscode.TextEdit.replace(rangeIn(document, range), newText)),
  );
  return edits.length === 0 || (await vscode.workspace.applyEdit(edit));
}

/** Maximum number of attempts to edit a document during typing. */
const MAX_ATTEMPTS = 10;

/**
 * Edits a document by its current text. VS Code refuses an edit of a document that has changed meanwhile: the text is
 * then read again.
 *
 * @param open opens the document, which may have been closed since the last attempt
 * @param changeFor returns the change of a text
 * @returns the change that was made; undefined if VS Code refused all attempts, and the text is unchanged
 */
export async function applyToCurrent<T extends { readonly edits: readonly TextEdit[] }>(
  open: () => Promise<vscode.TextDocument>,
  changeFor: (text: string) => T,
): Promise<T | undefined> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const document = await open();
    const change = changeFor(document.getText());
    if (await applyNow(document, change.edits)) return change;
  }
  return undefined;
}

/** Returns the language of a document of VS Code; undefined for one without games, positions or walks. */
export function documentName({ languageId, fileName }: vscode.TextDocument): LanguageName | undefined {
  const name = nameInEditor(languageId, fileName);
  return name !== undefined && holdsGames(name) ? name : undefined;
}

/** Returns the identifier of that language. */
export const documentLanguage = (document: vscode.TextDocument): Language | undefined => documentName(document)?.id;

export const rangeIn = (document: vscode.TextDocument, { start, end }: Range): vscode.Range =>
  new vscode.Range(document.positionAt(start), document.positionAt(end));

/** Returns the editor with a document of a language that satisfies a condition; shows a message if there is none. */
export function activeEditor(holds: (name: LanguageName) => boolean): vscode.TextEditor | undefined {
  const editor = vscode.window.activeTextEditor;
  const name = editor && nameInEditor(editor.document.languageId, editor.document.fileName);
  if (editor !== undefined && name !== undefined && holds(name)) return editor;
  const names = languagesWhere(holds).map((item) => item.toUpperCase());
  const last = names.at(-1) ?? '';
  const wanted =
    names.length === 1
      ? t('StateLens: open a {0} file first. The samples contain some.', last)
      : t('StateLens: open a {0} or {1} file first. The samples contain some.', names.slice(0, -1).join(', '), last);
  void vscode.window
    .showInformationMessage(wanted, t('Open Samples'))
    .then((chosen) => chosen && vscode.commands.executeCommand('statelens.openSamples'));
  return undefined;
}

/** Returns the title of a lens with a no-break space after its icon: VS Code shows no other space there. */
export const lensTitle = (title: string): string => title.replace(/^(\$\([\w~-]+\)) /, '$1\u00a0');

/** Ranges of a document that follow its edits until they are disposed of. */
export class Anchors implements vscode.Disposable {
  #ranges: readonly (Range | undefined)[];
  readonly #listener: vscode.Disposable;

  constructor(uri: vscode.Uri, ranges: readonly Range[]) {
    this.#ranges = ranges;
    this.#listener = vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (document.uri.toString() !== uri.toString()) return;
      const changes = contentChanges.map(({ rangeOffset: start, rangeLength, text }) => ({
        range: { start, end: start + rangeLength },
        length: text.length,
      }));
      this.#ranges = shiftRanges(this.#ranges, changes);
    });
  }

  /** Current ranges; undefined for one whose text was edited. */
  get ranges(): readonly (Range | undefined)[] {
    return this.#ranges;
  }

  dispose(): void {
    this.#listener.dispose();
  }
}
