import * as vscode from 'vscode';
import { type OutputPlace, type PlacedPrompt, promptAt } from '../../core/mav/write/placed-prompt.ts';
import { activeEditor } from '../platform/documents.ts';
import { t } from '../platform/l10n.ts';
import { MAV_SCHEME, RECORDS_SCHEME } from '../platform/schemes.ts';
import { tell } from '../platform/tell.ts';

/** True if nothing can be written into a document. */
export const isReadOnly = ({ uri }: vscode.TextDocument): boolean =>
  uri.scheme === RECORDS_SCHEME || uri.scheme === MAV_SCHEME;

/** An example in an editor. */
export interface FoundExample {
  readonly editor: vscode.TextEditor;
  readonly found: PlacedPrompt;
}

/** The example under the cursor of the active MAV editor; undefined where there is none, which was said then. */
export function exampleAtCursor(): FoundExample | undefined {
  const editor = activeEditor(({ isAnswer }) => isAnswer === true);
  if (editor === undefined) return undefined;
  const { document, selection } = editor;
  const found = promptAt(document.getText(), document.offsetAt(selection.active));
  if (found.ok) return { editor, found: found.value };
  void tell('warning', `${found.error}.`);
  return undefined;
}

/** The document of the active MAV editor, where something can be written into it; else it was said why not. */
export function writableDocument(): vscode.TextDocument | undefined {
  const document = activeEditor(({ isAnswer }) => isAnswer === true)?.document;
  if (document === undefined || !isReadOnly(document)) return document;
  void tell('info', t('this document is read-only. Save it as a file (Save As) and run the command there.'), {
    [t('Save As…')]: 'workbench.action.files.saveAs',
  });
  return undefined;
}

/** The example under the cursor, where something can be written; else it was said why not. */
export const writableExample = (): FoundExample | undefined =>
  writableDocument() === undefined ? undefined : exampleAtCursor();

/** Where outputs go: into the example, or below it where the user wants to keep those that are there. Undefined: nowhere. */
export async function choosePlace({ outputs, isInTrace }: PlacedPrompt): Promise<OutputPlace | undefined> {
  if (outputs === undefined) return 'in-place';
  const replace = {
    label: t('Replace outputs'),
    description: t('one undo brings them back'),
    place: 'in-place' as const,
  };
  const below = {
    label: t('Insert a second example below'),
    description: t('with the same inputs, named after the model'),
    place: 'below' as const,
  };
  // A trace ends where another example starts.
  const item = await vscode.window.showQuickPick(isInTrace ? [replace] : [replace, below], {
    title: t('StateLens: this example already has outputs'),
    placeHolder: t('Replace the outputs, or add an example?'),
  });
  return item?.place;
}
