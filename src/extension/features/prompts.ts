import * as vscode from 'vscode';
import { activeEditor, languageOfDocument } from '../documents.ts';
import type { Feature } from '../feature.ts';
import { PROMPT_SCHEME, PromptPreviewer } from '../prompt-documents.ts';
import { watchTemplates } from '../template-faults.ts';
import { chooseTemplate, newTemplate, openTemplate, type TemplateUse } from '../template-picker.ts';

/** Preview Prompt; Choose, Open and New Template; the mistakes of templates. */
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
      registerCommand('statelens.chooseTemplate', () => chooseTemplate(context, use())),
      registerCommand('statelens.openTemplate', () => openTemplate(context, use())),
      registerCommand('statelens.newTemplate', () => newTemplate(context, use())),
    );
  },
};
