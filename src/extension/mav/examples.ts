import * as vscode from 'vscode';
import {
  type ExamplePrompt,
  type OutputPlacement,
  promptAt,
  promptInsertion,
} from '../../core/mav/write/prompt-edits.ts';
import { Anchors, activeEditor, applyNow, documentName } from '../platform/documents.ts';
import { MAV_SCHEME, RECORDS_SCHEME } from '../platform/files/uris.ts';
import { t } from '../platform/l10n.ts';
import { besideColumn } from '../platform/pages/beside.ts';
import { showMessage } from '../platform/show-message.ts';

/** Returns true if a document cannot be edited. */
const isReadOnly = ({ uri }: vscode.TextDocument): boolean =>
  uri.scheme === RECORDS_SCHEME || uri.scheme === MAV_SCHEME;

/** An example in an editor. */
export interface ExampleLocation {
  readonly editor: vscode.TextEditor;
  readonly found: ExamplePrompt;
}

/** Returns the example at the cursor of the active MAV editor; undefined, after a message, if there is none. */
function exampleAtCursor(): ExampleLocation | undefined {
  const editor = activeEditor(({ isAnswer }) => isAnswer === true);
  if (editor === undefined) return undefined;
  const { document, selection } = editor;
  const found = promptAt(document.getText(), document.offsetAt(selection.active));
  if (found.ok) return { editor, found: found.value };
  void showMessage('warning', `${found.error}.`);
  return undefined;
}

/** Returns the example at the cursor, if it has outputs; otherwise undefined, after a message. */
export function answeredExample(): ExampleLocation | undefined {
  const example = exampleAtCursor();
  if (example === undefined || example.found.outputs !== undefined) return example;
  void showMessage('info', t('this example has no outputs yet.'), {
    [t('Run MAV Prompt')]: 'statelens.runMav',
    [t('Insert Reference Answer')]: 'statelens.insertReference',
  });
  return undefined;
}

/** Returns the document of the active MAV editor, if it can be edited; otherwise undefined, after a message. */
export function writableDocument(): vscode.TextDocument | undefined {
  const document = activeEditor(({ isAnswer }) => isAnswer === true)?.document;
  if (document === undefined || !isReadOnly(document)) return document;
  void showMessage('info', t('this document is read-only. Save it as a file (Save As) and run the command there.'), {
    [t('Save As…')]: 'workbench.action.files.saveAs',
  });
  return undefined;
}

/** Returns the example at the cursor, if it can be edited; otherwise undefined, after a message. */
export const writableExample = (): ExampleLocation | undefined =>
  writableDocument() === undefined ? undefined : exampleAtCursor();

/**
 * Asks for the place of outputs: in the example, or below it if the user keeps the existing ones. Undefined if the user
 * canceled.
 */
export async function choosePlace({ outputs, isInTrace }: ExamplePrompt): Promise<OutputPlacement | undefined> {
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

/**
 * Inserts a prompt or a trace, `what`, below the example at the cursor of a MAV file; for other files at the end of a
 * visible untitled MAV document, or in a new one beside.
 */
export async function insertMav(
  inserted: string,
  { document, viewColumn }: Pick<vscode.TextEditor, 'document' | 'viewColumn'>,
  offset: number,
  what: 'prompt' | 'trace',
): Promise<void> {
  const isOwn = documentName(document)?.isAnswer === true && !isReadOnly(document);
  const open = vscode.window.visibleTextEditors.find(
    ({ document: other }) => documentName(other)?.isAnswer === true && other.isUntitled,
  );
  const target = isOwn ? document : open?.document;
  const beside = isOwn ? viewColumn : (open?.viewColumn ?? besideColumn());
  if (target === undefined) {
    const created = await vscode.workspace.openTextDocument({ language: 'mav', content: inserted });
    await select(created, beside, 0);
    return;
  }
  // Shown first: whoever sees the new text and types is in its editor already.
  await show(target, beside);
  const { edit, start } = promptInsertion(target.getText(), isOwn ? offset : target.getText().length, inserted);
  if (await applyNow(target, [edit])) await select(target, beside, start);
  else if (what === 'prompt')
    void showMessage('warning', t('no prompt was inserted: the file changed meanwhile. Try again.'));
  else void showMessage('warning', t('no trace was inserted: the file changed meanwhile. Try again.'));
}

/** Shows the example with the cursor on its header, for the next command. */
async function select(
  document: vscode.TextDocument,
  viewColumn: vscode.ViewColumn | undefined,
  offset: number,
): Promise<void> {
  const at = document.positionAt(offset);
  await show(document, viewColumn, { selection: new vscode.Range(at, at) });
}

const show = (
  document: vscode.TextDocument,
  viewColumn: vscode.ViewColumn | undefined,
  options: vscode.TextDocumentShowOptions = {},
): Thenable<vscode.TextEditor> =>
  vscode.window.showTextDocument(document, {
    ...options,
    preview: false,
    ...(viewColumn === undefined ? {} : { viewColumn }),
  });

/** Positions of examples while their document is edited. */
export class ExampleAnchors implements vscode.Disposable {
  readonly #indices: ReadonlyMap<ExamplePrompt, number>;
  readonly #anchors: Anchors;

  constructor(uri: vscode.Uri, examples: readonly ExamplePrompt[]) {
    this.#indices = new Map(examples.map((found, i) => [found, i]));
    this.#anchors = new Anchors(
      uri,
      examples.flatMap(({ inputs, outputs }) => [inputs, outputs ?? inputs]),
    );
  }

  /** Returns an example at its current position; undefined if it was edited. */
  now(found: ExamplePrompt): ExamplePrompt | undefined {
    const index = this.#indices.get(found) ?? -1;
    const { ranges } = this.#anchors;
    const [inputs, outputs] = [ranges[2 * index], ranges[2 * index + 1]];
    if (inputs === undefined || outputs === undefined) return undefined;
    return { ...found, inputs, outputs: found.outputs === undefined ? undefined : outputs };
  }

  dispose(): void {
    this.#anchors.dispose();
  }
}
