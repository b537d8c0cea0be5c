import * as vscode from 'vscode';
import type { ChatMessage, Model, Task } from '../../models/model.ts';
import type { PredictableText } from '../../models/predict/pgn-targets.ts';
import { CHARACTERS_A_TOKEN, type PromptTemplate, renderPrompt } from '../../models/prompts/prompt.ts';
import { templatesFor } from '../../models/prompts/templates.ts';
import { commandDocument } from '../platform/command-document.ts';
import { documentName } from '../platform/documents.ts';
import type { FeatureContext } from '../platform/feature.ts';
import { PROMPT_SCHEME } from '../platform/files/uris.ts';
import { t } from '../platform/l10n.ts';
import { openChosen } from '../platform/models/open.ts';
import { besideColumn } from '../platform/pages/beside.ts';
import { LatestRequest } from '../platform/pages/requests.ts';
import { readSettings, templateSetting } from '../platform/settings.ts';
import { loadTemplate } from '../platform/template-files.ts';
import { cursorQuestion } from './cursor-question.ts';

/** URI of the single preview, which follows the cursor from text to text. */
const PREVIEW = vscode.Uri.from({ scheme: PROMPT_SCHEME, path: '/Prompt.md' });
/** Quiet time of the cursor before the preview is updated, in milliseconds. */
const QUIET_MS = 150;

/** The read-only document with the prompt for the position at the cursor. Nothing is sent and nothing is written. */
export class PromptPreviewer implements vscode.Disposable {
  readonly #context: FeatureContext;
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.#changed.event;
  readonly #latest: LatestRequest;
  readonly #listeners: vscode.Disposable;
  /** The editor that is followed. */
  #editor: vscode.TextEditor | undefined;
  #text = '';
  /** Reading of the current text: a long file takes a while, and is read once per version. */
  #read:
    | { readonly document: vscode.TextDocument; readonly version: number; readonly asked: PredictableText }
    | undefined;

  constructor(context: FeatureContext) {
    this.#context = context;
    this.#latest = new LatestRequest(
      QUIET_MS,
      (_, isLatest) => this.#update(isLatest),
      (error) => context.log.warn(`The prompt cannot be shown: ${String(error)}`),
    );
    const { window, workspace } = vscode;
    const soon = (): void => {
      if (isShown()) this.#latest.soon();
    };
    this.#listeners = vscode.Disposable.from(
      window.onDidChangeTextEditorSelection(({ textEditor }) => textEditor === window.activeTextEditor && soon()),
      window.onDidChangeActiveTextEditor(soon),
      workspace.onDidChangeTextDocument(({ document }) => document === this.#editor?.document && soon()),
      // a template may have changed
      workspace.onDidSaveTextDocument(soon),
      workspace.onDidChangeConfiguration(soon),
      workspace.onDidGrantWorkspaceTrust(soon),
      workspace.onDidCloseTextDocument(({ uri }) => uri.scheme === PROMPT_SCHEME && this.#forget()),
    );
  }

  /** Kind of the visible task; undefined if there is none, or its template cannot be chosen. */
  get task(): Task['kind'] | undefined {
    if (this.#editor === undefined) return undefined;
    const name = documentName(this.#editor.document);
    if (name?.hasWalks === true) return undefined;
    return name?.hasGames === true ? 'state' : 'mav';
  }

  /** The document that the prompt is about. */
  get document(): vscode.Uri | undefined {
    return this.#editor?.document.uri;
  }

  /** Shows the prompt of an editor beside it. */
  async show(editor: vscode.TextEditor): Promise<void> {
    this.#editor = editor;
    await this.#latest.now();
    const document = await vscode.workspace.openTextDocument(PREVIEW);
    const beside = { viewColumn: besideColumn(), preserveFocus: true, preview: true };
    if (!isShown()) await vscode.window.showTextDocument(document, beside);
  }

  provideTextDocumentContent(): string {
    // in a window that was closed with its preview
    return this.#text === ''
      ? nothingText(t('put the cursor in a game, a walk, a position or a MAV example'))
      : this.#text;
  }

  async #update(isLatest: () => boolean): Promise<void> {
    const active = vscode.window.activeTextEditor;
    if (active !== undefined && documentName(active.document) !== undefined) this.#editor = active;
    if (this.#editor === undefined) return;
    const text = await this.#textFor(this.#editor);
    if (!isLatest() || text === this.#text) return;
    this.#text = text;
    this.#changed.fire(PREVIEW);
  }

  async #textFor(editor: vscode.TextEditor): Promise<string> {
    const asked = await cursorQuestion(this.#context, editor, () => this.#askedIn(editor.document));
    if (!asked.ok) return nothingText(asked.error);
    const { task, place } = asked.value;
    const loaded = await loadTemplate(this.#context, templateSetting(task.kind), task.kind, editor.document.uri);
    const [usual] = templatesFor(task.kind);
    const template = loaded.ok ? loaded.value.template : usual;
    if (template === undefined) return nothingText(t('there is no template'));
    const model = openChosen(this.#context, readSettings());
    return previewText({
      place,
      template,
      ...(loaded.ok
        ? {}
        : {
            instead: t(
              'The template in the settings cannot be used: {0}. Nothing would be sent.',
              loaded.error.message,
            ),
          }),
      messages: renderPrompt(template, task),
      model: model.ok ? model.value : model.error,
    });
  }

  async #askedIn(document: vscode.TextDocument): Promise<PredictableText> {
    const { version } = document;
    if (this.#read?.document === document && this.#read.version === version) return this.#read.asked;
    const { open } = await commandDocument(document);
    const asked = open(document.getText());
    this.#read = { document, version: document.version, asked };
    return asked;
  }

  #forget(): void {
    this.#latest.cancel();
    this.#editor = undefined;
    this.#read = undefined;
    this.#text = '';
  }

  dispose(): void {
    this.#latest.cancel();
    this.#listeners.dispose();
    this.#changed.dispose();
  }
}

const isShown = (): boolean =>
  vscode.window.visibleTextEditors.some(({ document }) => document.uri.scheme === PROMPT_SCHEME);

/** Data of a prompt for the preview. */
export interface PromptPreview {
  /** Description of the position. */
  readonly place: string;
  readonly template: Pick<PromptTemplate, 'id' | 'title' | 'isRaw'>;
  /** The reason why the template is not that of the settings, as a sentence. */
  readonly instead?: string;
  readonly messages: readonly ChatMessage[];
  /** The model of the settings; a text gives the reason if there is none. */
  readonly model: Pick<Model, 'label' | 'endpoint'> | string;
}

const number = (n: number): string => n.toLocaleString('en-US');

/** Formats the prompt as Markdown: its description and its recipient, then a heading and a text for each message. */
export function previewText({ place, template, instead, messages, model }: PromptPreview): string {
  const characters = messages.reduce((sum, { content }) => sum + content.length, 0);
  const tokens = Math.ceil(characters / CHARACTERS_A_TOKEN);
  const count = messages.length === 1 ? t('1 message') : t('{0} messages', messages.length);
  const form = template.isRaw === true ? t('a text to continue, not a chat') : count;
  const lines = [
    t('Prompt about {0}', place),
    t('Template: {0} ({1})', template.id, template.title),
    t('To: {0}', addressee(model)),
    t('Size: {0}, {1} characters, about {2} tokens', form, number(characters), number(tokens)),
    ...(instead === undefined ? [] : [instead]),
  ];
  const head = lines.map((line) => `> ${line.replace(/\s+/g, ' ')}  \n`).join('');
  const parts = messages.map(({ role, content }) => `\n# ${role}\n\n${content}${content.endsWith('\n') ? '' : '\n'}`);
  return head + parts.join('');
}

/** Formats the preview without a prompt. */
export const nothingText = (reason: string): string => `> ${t('No prompt can be made here: {0}.', reason)}\n`;

function addressee(model: PromptPreview['model']): string {
  if (typeof model === 'string') return t('nobody: {0}', model);
  const { label, endpoint } = model;
  if (endpoint !== undefined) return t('{0} at {1}', label, endpoint.host);
  // those work by rule
  if (/^(?:baseline|reference):/.test(label)) return t('{0}, which uses no prompt', label);
  return t('{0} on this machine', label);
}
