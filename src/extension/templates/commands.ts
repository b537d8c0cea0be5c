import * as vscode from 'vscode';
import { holdsGames } from '../../core/languages/languages.ts';
import { promptText, renderPrompt } from '../../models/prompts/prompt.ts';
import { commandDocument } from '../platform/command-document.ts';
import { activeEditor, documentName } from '../platform/documents.ts';
import type { FeatureContext } from '../platform/feature.ts';
import { t } from '../platform/l10n.ts';
import { templateSetting } from '../platform/settings.ts';
import { showMessage } from '../platform/show-message.ts';
import { findTemplate } from '../platform/template-files.ts';
import { cursorQuestion } from './cursor-question.ts';
import { chooseTemplate, newTemplate, openTemplate, type TemplateUse } from './picker.ts';
import { PromptPreviewer } from './preview.ts';

/** Opens Preview and Copy Prompt; Choose, Open and New Template. */
export function open(context: FeatureContext) {
  const previewer = new PromptPreviewer(context);
  /** Returns the task of the active text, otherwise that of the preview. */
  const use = (): TemplateUse => {
    const document = vscode.window.activeTextEditor?.document;
    const name = document && documentName(document);
    if (document !== undefined && name !== undefined)
      return { task: name.hasGames === true || name.hasWalks === true ? 'state' : 'mav', document: document.uri };
    return { task: previewer.task === 'mav' ? 'mav' : 'state', document: previewer.document };
  };
  return {
    commands: {
      'statelens.previewPrompt': async () => {
        const editor = activeEditor(holdsGames);
        if (editor !== undefined) await previewer.show(editor);
      },
      'statelens.copyPrompt': () => copyPrompt(context),
      'statelens.chooseTemplate': () => chooseTemplate(context, use()),
      'statelens.openTemplate': () => openTemplate(context, use()),
      'statelens.newTemplate': () => newTemplate(context, use()),
    },
    previewer,
    dispose: () => previewer.dispose(),
  };
}

async function copyPrompt(context: FeatureContext): Promise<void> {
  const editor = activeEditor(holdsGames);
  if (editor === undefined) return;
  const { document } = editor;
  const asked = await cursorQuestion(context, editor, async () =>
    (await commandDocument(document)).open(document.getText()),
  );
  if (!asked.ok) {
    void showMessage('warning', t('no position can be predicted here: {0}.', asked.error));
    return;
  }
  const { task } = asked.value;
  const template = await findTemplate(context, templateSetting(task.kind), task.kind, editor.document.uri);
  if (template === undefined) return;
  await vscode.env.clipboard.writeText(promptText(renderPrompt(template, task)));
  vscode.window.setStatusBarMessage(t('StateLens: prompt "{0}" copied', template.title), 4000);
}
