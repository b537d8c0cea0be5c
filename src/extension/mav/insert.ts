import * as vscode from 'vscode';
import { promptInsertion } from '../../core/mav/write/insert-prompt.ts';
import { applyAtOnce, nameOfDocument } from '../platform/documents.ts';
import { t } from '../platform/l10n.ts';
import { tell } from '../platform/tell.ts';
import { isReadOnly } from './examples.ts';

/**
 * Inserts a prompt or a trace, `what`, below the example at the cursor of a MAV file; of other files at the end of an untitled MAV document
 * that is shown, or in a new one beside.
 */
export async function insertMav(
  inserted: string,
  { document, viewColumn }: Pick<vscode.TextEditor, 'document' | 'viewColumn'>,
  offset: number,
  what: 'prompt' | 'trace',
): Promise<void> {
  const isOwn = nameOfDocument(document)?.isAnswer === true && !isReadOnly(document);
  const open = vscode.window.visibleTextEditors.find(
    ({ document: other }) => nameOfDocument(other)?.isAnswer === true && other.isUntitled,
  );
  const target = isOwn ? document : open?.document;
  const beside = isOwn ? viewColumn : (open?.viewColumn ?? vscode.ViewColumn.Beside);
  if (target === undefined) {
    const created = await vscode.workspace.openTextDocument({ language: 'mav', content: inserted });
    await select(created, beside, 0);
    return;
  }
  const { edit, start } = promptInsertion(target.getText(), isOwn ? offset : target.getText().length, inserted);
  if (await applyAtOnce(target, [edit])) await select(target, beside, start);
  else if (what === 'prompt') void tell('warning', t('no prompt was inserted: the file changed meanwhile. Try again.'));
  else void tell('warning', t('no trace was inserted: the file changed meanwhile. Try again.'));
}

/** Shows it with the cursor on its header: the next command is about it. */
async function select(
  document: vscode.TextDocument,
  viewColumn: vscode.ViewColumn | undefined,
  offset: number,
): Promise<void> {
  const at = document.positionAt(offset);
  const options = {
    selection: new vscode.Range(at, at),
    preview: false,
    ...(viewColumn === undefined ? {} : { viewColumn }),
  };
  await vscode.window.showTextDocument(document, options);
}
