import * as vscode from 'vscode';
import { EXAMPLE_ACTIONS, type ExampleAction } from '../../protocol/lsp.ts';
import type { FeatureContext } from '../platform/feature.ts';
import { documentAt } from '../platform/files/open-document.ts';
import { answeredExample } from './examples.ts';
import { keepExample } from './keep-example.ts';

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
