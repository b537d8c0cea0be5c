import * as vscode from 'vscode';
import { referenceAnswer } from '../../core/mav/author/reference-answer.ts';
import type { FeatureContext } from '../platform/feature.ts';
import { MAV_SCHEME } from '../platform/schemes.ts';
import { mavDialect } from '../platform/settings.ts';
import { tell } from '../platform/tell.ts';
import { mavComparison } from './comparison.ts';
import { exampleAtCursor } from './examples.ts';

/** Comparisons whose texts are kept; older ones read as gone once they are opened again. */
const MAX_KEPT = 40;

/** Compare with Reference: the example under the cursor beside what it should say. */
export class ReferenceComparisons {
  readonly #texts = new Map<string, string>();
  #count = 0;

  async show(context: FeatureContext): Promise<void> {
    const compared = await compare(context);
    if (compared === undefined) return;
    this.#count++;
    const reference = this.#keep('reference', compared.reference);
    const outputs = this.#keep('outputs', compared.outputs);
    await vscode.commands.executeCommand('vscode.diff', outputs, reference, `${compared.title} ↔ reference`);
  }

  /** The text of a document of a comparison. */
  textOf(uri: vscode.Uri): string {
    return this.#texts.get(uri.toString()) ?? '# This comparison is no longer available; compare again.\n';
  }

  #keep(name: string, text: string): vscode.Uri {
    const uri = vscode.Uri.from({ scheme: MAV_SCHEME, path: `/${this.#count}/${name}.mav` });
    this.#texts.set(uri.toString(), text);
    for (const [oldest] of this.#texts) if (this.#texts.size > MAX_KEPT) this.#texts.delete(oldest);
    return uri;
  }
}

async function compare(context: FeatureContext) {
  const example = exampleAtCursor();
  if (example === undefined) return undefined;
  const { editor, found } = example;
  if (found.outputs === undefined) {
    void tell('info', 'this example has no outputs yet.', {
      'Run MAV Prompt': 'statelens.runMav',
      'Insert Reference Answer': 'statelens.insertReference',
    });
    return undefined;
  }
  const text = editor.document.getText();
  const name = editor.document.fileName.replace(/^.*[\\/]/, '');
  const title = `${name}:${editor.document.positionAt(found.inputs.start).line + 1}`;
  const progress = {
    location: vscode.ProgressLocation.Notification,
    cancellable: true,
    title: 'StateLens: reference answer',
  };
  const dialect = mavDialect();
  const draft = await vscode.window.withProgress(progress, (_, token) => {
    const controller = new AbortController();
    token.onCancellationRequested(() => controller.abort());
    return referenceAnswer(found.example, () => context.values.source(), dialect, controller.signal);
  });
  if (draft.ok) return { ...mavComparison(text, found, draft.value, dialect), title };
  if (draft.error.code !== 'cancelled')
    void tell('error', `there is no reference answer: ${draft.error.message}.`.replace(/\.\.$/, '.'), {
      'Show Log': 'statelens.showLog',
    });
  return undefined;
}
