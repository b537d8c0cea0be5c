import * as vscode from 'vscode';
import { thrownMessage } from '../../core/base/result.ts';
import type { Task } from '../../models/model.ts';
import { isTemplateId, printTemplate } from '../../models/prompts/template-file.ts';
import { templatesFor } from '../../models/prompts/templates.ts';
import { TEMPLATE_FOLDER } from '../../models/statelens-folder.ts';
import type { FeatureContext } from '../platform/feature.ts';
import { t } from '../platform/l10n.ts';
import { templateSetting, writeSetting } from '../platform/settings.ts';
import { showMessage } from '../platform/show-message.ts';
import { loadTemplate, type TemplateFile, templateFiles, templateFolder } from '../platform/template-files.ts';
import { templateDiagnostic } from './faults.ts';

/** Tasks of the editor; only runs ask about worlds. */
type EditorTask = Exclude<Task['kind'], 'world'>;

/** The purpose of a template. */
export interface TemplateUse {
  readonly task: EditorTask;
  /** The document of the question, if there is one. */
  readonly document: vscode.Uri | undefined;
}

interface Item extends vscode.QuickPickItem {
  readonly choose: () => Promise<void>;
}

const SETTING: Readonly<Record<EditorTask, string>> = { state: 'predict.template', mav: 'mav.template' };
const FOR: Readonly<Record<EditorTask, string>> = {
  state: t('Prompt template for states of games'),
  mav: t('Prompt template for MAV examples'),
};

/** Lets the user choose the template of the settings. */
export async function chooseTemplate(context: FeatureContext, use: TemplateUse): Promise<void> {
  const { task, document } = use;
  const now = templateSetting(task) || templatesFor(task)[0]?.id;
  const described = (id: string, title: string): string => (id === now ? t('{0} · in use', title) : title);
  const built: Item[] = templatesFor(task).map(({ id, title }) => ({
    label: id,
    description: described(id, title),
    choose: () => writeSetting(SETTING[task], id),
  }));
  const folder = templateFolder(document);
  const files = folder === undefined || !context.isTrusted() ? [] : await templateFiles(folder, task);
  const own: Item[] = files.map((file) => fileItem(file, task, described));
  const make: Item = {
    label: t('$(add) New Template…'),
    description: t('a file in {0}', TEMPLATE_FOLDER),
    choose: () => newTemplate(context, use),
  };
  const item = await vscode.window.showQuickPick([...own, ...built, make], {
    title: t('StateLens: Prompt Template'),
    placeHolder: FOR[task],
    matchOnDescription: true,
  });
  await item?.choose();
}

function fileItem(
  { name, uri, read }: TemplateFile,
  task: EditorTask,
  described: (id: string, title: string) => string,
): Item {
  if (read.ok) {
    const { title } = read.value;
    // only this workspace has it
    return { label: name, description: described(name, title), choose: () => writeSetting(SETTING[task], name, true) };
  }
  return {
    label: `$(warning) ${name}`,
    description: t('cannot be used'),
    detail: read.error,
    choose: () => showTemplate(uri),
  };
}

/** Opens the file of the template of the settings; for a bundled one, offers a copy. */
export async function openTemplate(context: FeatureContext, use: TemplateUse): Promise<void> {
  const name = templateSetting(use.task);
  const folder = templateFolder(use.document);
  const place = use.document ?? (folder && vscode.Uri.joinPath(folder, 'x'));
  const loaded = place && (await loadTemplate(context, name, use.task, place));
  const uri = loaded?.ok === true ? loaded.value.uri : loaded?.error.uri;
  if (uri !== undefined) return showTemplate(uri);
  if (loaded?.ok === false) return void showMessage('error', `${loaded.error.message}.`, CHOOSE);
  await newTemplate(context, use);
}

const CHOOSE = { [t('Choose Template')]: 'statelens.chooseTemplate' };

/** Shows a template, at its error if it has one. */
async function showTemplate(uri: vscode.Uri): Promise<void> {
  const document = await vscode.workspace.openTextDocument(uri);
  const fault = templateDiagnostic(document);
  await vscode.window.showTextDocument(document, fault === undefined ? {} : { selection: fault.range });
}

/** Writes a copy of a bundled template into the workspace's folder of templates, and opens it. */
export async function newTemplate(context: FeatureContext, { task, document }: TemplateUse): Promise<void> {
  const folder = templateFolder(document);
  if (folder === undefined) {
    void showMessage(
      'info',
      t('templates are stored in {0} of the open folder: open a folder first.', TEMPLATE_FOLDER),
      {
        [t('Open Folder')]: 'workbench.action.files.openFolder',
      },
    );
    return;
  }
  const title = t('StateLens: New Template');
  const built = templatesFor(task);
  const base = await vscode.window.showQuickPick(
    built.map((template) => ({ label: template.id, description: template.title, template })),
    { title, placeHolder: t('Copy which template?') },
  );
  if (base === undefined) return;
  const taken = new Set([...built.map(({ id }) => id), ...(await templateFiles(folder, task)).map(({ name }) => name)]);
  const id = await vscode.window.showInputBox({
    title,
    prompt: t('Name of the template; the file is {0}/NAME.md', TEMPLATE_FOLDER),
    value: freeName(taken),
    validateInput: (text) => {
      if (!isTemplateId(text.trim())) return t('Use letters, digits, -, _ and dots');
      return taken.has(text.trim()) ? t('A template with this name exists') : undefined;
    },
  });
  if (id === undefined) return;
  const uri = vscode.Uri.joinPath(folder, `${id.trim()}.md`);
  try {
    // a template for another kind of task may have the name
    if (await isThere(uri)) throw new Error('a file with this name exists');
    const text = printTemplate({ ...base.template, id: id.trim(), title: id.trim() });
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
  } catch (error) {
    void showMessage('error', t('the template was not written: {0}.', thrownMessage(error)));
    return;
  }
  await vscode.window.showTextDocument(uri);
  if (context.isTrusted()) await writeSetting(SETTING[task], id.trim(), true);
}

function freeName(taken: ReadonlySet<string>): string {
  let n = 1;
  while (taken.has(n === 1 ? 'mine' : `mine-${n}`)) n++;
  return n === 1 ? 'mine' : `mine-${n}`;
}

const isThere = (uri: vscode.Uri): Promise<boolean> =>
  Promise.resolve(vscode.workspace.fs.stat(uri)).then(
    () => true,
    () => false,
  );
