import * as vscode from 'vscode';
import { referenceAnswer } from '../../core/mav/author/reference-answer.ts';
import { promptComparison } from '../../core/mav/features/answer-comparison.ts';
import { listTableCsv, listTableMarkdown } from '../../core/mav/features/list-table.ts';
import type { MavDialect } from '../../core/mav/syntax.ts';
import { sourceLabel, type ValueSource } from '../../core/mav/values.ts';
import { type ExampleDraft, printTarget } from '../../core/mav/write/example-draft.ts';
import type { ExamplePrompt } from '../../core/mav/write/prompt-edits.ts';
import { OPEN_STATE_COMMAND } from '../../protocol/lsp.ts';
import type { FeatureContext } from '../platform/feature.ts';
import { documentAt } from '../platform/files/open-document.ts';
import { MAV_SCHEME } from '../platform/files/uris.ts';
import { t } from '../platform/l10n.ts';
import type { KnownReference } from '../platform/mav-references.ts';
import { besideColumn } from '../platform/pages/beside.ts';
import { mavDialect } from '../platform/settings.ts';
import { showMessage } from '../platform/show-message.ts';
import { answeredExample } from './examples.ts';

/** Maximum number of comparisons whose texts are kept; older ones show a notice when they are reopened. */
const MAX_KEPT = 40;

/**
 * Compare with Reference: shows the outputs of the example at the cursor beside the correct ones, in the state view or
 * as a document.
 */
export class ReferenceComparisons {
  readonly #texts = new Map<string, string>();
  #count = 0;

  /** Asks for the reference, and shows it in the state view. */
  async show(context: FeatureContext): Promise<void> {
    const example = answeredExample();
    if (example === undefined) return;
    const { editor, found } = example;
    const { document } = editor;
    if ((await referenceOf(context, found)) === undefined) return;
    const { line, character } = document.positionAt(found.inputs.start);
    const place = [document.uri.toString(), { line, character }] as const;
    await vscode.commands.executeCommand(OPEN_STATE_COMMAND, ...place, undefined, 'reference');
  }

  /** Shows the comparison as Markdown with both texts, for saving; asks for the reference if it is unknown. */
  async openText(context: FeatureContext): Promise<void> {
    const example = answeredExample();
    if (example === undefined) return;
    const { editor, found } = example;
    const { document } = editor;
    const [text, dialect] = [document.getText(), mavDialect()];
    const known = context.references.of(found, dialect) ?? (await referenceOf(context, found));
    if (known === undefined) return;
    this.#count++;
    const name = document.fileName.replace(/^.*[\\/]/, '');
    const line = document.positionAt(found.inputs.start).line + 1;
    const title = { place: `${name}:${line}`, values: known.values };
    const kept = this.#keep(
      `${name}-${line} and reference.md`,
      mavComparison(text, found, known.draft, dialect, title),
    );
    const shown = await documentAt(kept);
    await vscode.window.showTextDocument(shown, { viewColumn: besideColumn(), preview: true });
  }

  /** Returns the text of a comparison's document. */
  textOf(uri: vscode.Uri): string {
    return this.#texts.get(uri.toString()) ?? `# ${t('This comparison is no longer available; compare again.')}\n`;
  }

  #keep(name: string, text: string): vscode.Uri {
    const uri = vscode.Uri.from({ scheme: MAV_SCHEME, path: `/${this.#count}/${name}` });
    this.#texts.set(uri.toString(), text);
    for (const [oldest] of this.#texts) if (this.#texts.size > MAX_KEPT) this.#texts.delete(oldest);
    return uri;
  }
}

/** Asks for the reference of an example and stores it; undefined, after a message, if there is none. */
async function referenceOf(context: FeatureContext, found: ExamplePrompt): Promise<KnownReference | undefined> {
  const progress = {
    location: vscode.ProgressLocation.Notification,
    cancellable: true,
    title: t('StateLens: reference answer'),
  };
  const dialect = mavDialect();
  let values: ValueSource | undefined;
  const draft = await vscode.window.withProgress(progress, (_, token) => {
    const controller = new AbortController();
    token.onCancellationRequested(() => controller.abort());
    const source = (): ValueSource | undefined => {
      values = context.values.source();
      return values;
    };
    return referenceAnswer(found.example, source, dialect, controller.signal);
  });
  if (draft.ok) {
    const known = { draft: draft.value, values: values && sourceLabel(values, draft.value.game) };
    context.references.add(found, dialect, known);
    return known;
  }
  if (draft.error.code !== 'cancelled')
    void showMessage('error', t('there is no reference answer: {0}.', draft.error.message).replace(/\.\.$/, '.'), {
      [t('Show Log')]: 'statelens.showLog',
    });
  return undefined;
}

/** Heading data of a comparison. */
export interface ComparisonTitle {
  /** Location of the example: `prompts.mav:12`. */
  readonly place: string;
  /** Source of the reference's values; undefined if it needs none. */
  readonly values: string | undefined;
}

/**
 * Formats an example's outputs beside those of the reference, as Markdown: states and best action in words, lists as a
 * table, then both texts. Lines end with `
 * `.
 */
export function mavComparison(
  text: string,
  found: ExamplePrompt,
  draft: ExampleDraft,
  dialect: MavDialect,
  { place, values }: ComparisonTitle,
): string {
  const plain = (all: string): string => all.replace(/\r\n?/g, '\n');
  const { outputs } = found;
  const own = outputs === undefined ? '' : text.slice(outputs.start, outputs.end);
  const compared = promptComparison(text, found, draft, dialect);
  const { state = null, situation = null, lines = [], rows = [] } = compared ?? {};
  return [
    `# ${t('{0}: the answer beside the reference', place)}`,
    '',
    ...(state === null
      ? []
      : [
          t('Position: {0} ({1})', `\`${state}\``, situation === null ? draft.game : `${draft.game}, ${situation}`),
          '',
        ]),
    ...(values === undefined ? [] : [t('Values of the reference: {0}', values), '']),
    ...lines.map((line) => `- \`${line.label}\`: ${line.text}`),
    '',
    ...(rows.length === 0 ? [] : tableOf(rows)),
    `## ${t('The answer')}`,
    '',
    indented(plain(own)),
    '',
    `## ${t('The reference')}`,
    '',
    indented(printTarget(draft, dialect).trimEnd()),
    ...(rows.length === 0 ? [] : ['', `## ${t('The list as CSV')}`, '', indented(plain(listTableCsv(rows)).trimEnd())]),
    '',
  ].join('\n');
}

const tableOf = (rows: Parameters<typeof listTableMarkdown>[0]): string[] => [
  `## ${t('The list')}`,
  '',
  t(
    'Values are buckets with their win probability; the difference is that of the model from the reference, in buckets.',
  ),
  '',
  listTableMarkdown(rows),
  '',
];

/** Formats a block of code that no line of its text can end. */
const indented = (text: string): string => text.replace(/^/gm, '    ');
