import * as vscode from 'vscode';
import { renderPrompt } from '../../models/prompts/prompt.ts';
import { activeEditor, languageOfDocument } from '../platform/documents.ts';
import type { Feature, FeatureContext } from '../platform/feature.ts';
import { templateSetting } from '../platform/settings.ts';
import { tell } from '../platform/tell.ts';
import { findTemplate } from '../platform/templates/find.ts';
import { promptText } from '../platform/templates/prompt-text.ts';
import { askedAtCursor } from './asked-at-cursor.ts';
import { watchTemplates } from './faults.ts';
import { chooseTemplate, newTemplate, openTemplate, type TemplateUse } from './picker.ts';
import { PROMPT_SCHEME, PromptPreviewer } from './preview.ts';

/** Preview and Copy Prompt; Choose, Open and New Template; the mistakes of templates. */
export const promptsFeature: Feature = {
  name: 'prompts',
  register: (context) => {
    const previewer = new PromptPreviewer(context);
    /** What the text at hand would be asked about, else what the preview shows. */
    const use = (): TemplateUse => {
      const document = vscode.window.activeTextEditor?.document;
      const language = document && languageOfDocument(document);
      if (document !== undefined && language !== undefined)
        return { task: language === 'pgn' ? 'state' : 'mav', document: document.uri };
      return { task: previewer.task ?? 'state', document: previewer.document };
    };
    const { registerCommand } = vscode.commands;
    return vscode.Disposable.from(
      previewer,
      watchTemplates(),
      vscode.workspace.registerTextDocumentContentProvider(PROMPT_SCHEME, previewer),
      registerCommand('statelens.previewPrompt', async () => {
        const editor = activeEditor('pgn', 'fen', 'epd', 'mav');
        if (editor !== undefined) await previewer.show(editor);
      }),
      registerCommand('statelens.copyPrompt', () => copyPrompt(context)),
      registerCommand('statelens.chooseTemplate', () => chooseTemplate(context, use())),
      registerCommand('statelens.openTemplate', () => openTemplate(context, use())),
      registerCommand('statelens.newTemplate', () => newTemplate(context, use())),
    );
  },
};

async function copyPrompt(context: FeatureContext): Promise<void> {
  const editor = activeEditor('pgn', 'fen', 'epd', 'mav');
  const asked = editor && askedAtCursor(context, editor);
  if (editor === undefined || asked === undefined) return;
  if (!asked.ok) {
    void tell('warning', `no position can be asked for here: ${asked.error}.`);
    return;
  }
  const { task } = asked.value;
  const template = await findTemplate(context, templateSetting(task.kind), task.kind, editor.document.uri);
  if (template === undefined) return;
  await vscode.env.clipboard.writeText(promptText(renderPrompt(template, task)));
  vscode.window.setStatusBarMessage(`StateLens: prompt "${template.title}" copied`, 4000);
}
