import * as vscode from 'vscode';
import { err, ok, type Result } from '../../core/base/result.ts';
import type { Task } from '../../models/model.ts';
import type { PromptTemplate } from '../../models/prompts/prompt.ts';
import { readTemplate, templateFault, templateFaultText } from '../../models/prompts/template-file.ts';
import { templatesFor } from '../../models/prompts/templates.ts';
import { TEMPLATE_FOLDER } from '../../models/statelens-folder.ts';
import type { FeatureContext } from './feature.ts';
import { resolveUri } from './files/uris.ts';
import { t } from './l10n.ts';
import { showMessage } from './show-message.ts';

/** Maximum number of files that are read from a folder of templates. */
const MAX_FILES = 200;

/** A template, and its file; a bundled one has none. */
export interface TemplateSource {
  readonly template: PromptTemplate;
  readonly uri?: vscode.Uri;
}

/** The reason why there is no template of a name: a sentence without its period. */
export interface TemplateProblem {
  readonly message: string;
  /** The file, if there is one and the error is in it. */
  readonly uri?: vscode.Uri;
}

/** A file of a folder of templates: a template for a kind of task, or its error. */
export interface TemplateFile {
  /** Name in settings. */
  readonly name: string;
  readonly uri: vscode.Uri;
  readonly read: Result<PromptTemplate, string>;
}

/**
 * Returns the folder below which templates of a document are searched: the workspace's, otherwise the document's own.
 */
const folderOf = (document: vscode.Uri): vscode.Uri =>
  vscode.workspace.getWorkspaceFolder(document)?.uri ?? vscode.Uri.joinPath(document, '..');

/** Returns the folder of templates for a document; undefined if neither it nor the window has a folder. */
export function templateFolder(document: vscode.Uri | undefined): vscode.Uri | undefined {
  const [first] = vscode.workspace.workspaceFolders ?? [];
  const own = document && vscode.workspace.getWorkspaceFolder(document);
  const folder = (own ?? first)?.uri;
  return folder && vscode.Uri.joinPath(folder, TEMPLATE_FOLDER);
}

/**
 * Returns the template for a kind of task that a setting names: a bundled one, one of the workspace's
 * `.statelens/templates`, or a Markdown file. Files are read only in trusted workspaces.
 */
export async function loadTemplate(
  { isTrusted }: FeatureContext,
  name: string,
  task: Task['kind'],
  document: vscode.Uri,
): Promise<Result<TemplateSource, TemplateProblem>> {
  const known = templatesFor(task);
  const built = name === '' ? known[0] : known.find(({ id }) => id === name);
  if (built !== undefined) return ok({ template: built });
  const isFile = /\.md$/i.test(name);
  if (!isTrusted())
    return err({ message: t('the prompt template {0} is not read: this workspace is not trusted', name) });
  const folder = folderOf(document);
  const path = isFile ? name : `${TEMPLATE_FOLDER}/${name}.md`;
  const uri = resolveUri(folder, path);
  let text: string;
  try {
    text = new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
  } catch {
    const ids = known.map(({ id }) => id).join(', ');
    return err({
      message: isFile
        ? t('the prompt template {0} cannot be read', uri.path)
        : t(
            'there is no prompt template "{0}"; there are {1}, files in {2}, and Markdown files (.md)',
            name,
            ids,
            TEMPLATE_FOLDER,
          ),
    });
  }
  const template = readTemplate(text, task);
  if (template.ok) return ok({ template: template.value, uri });
  return err({ message: t('{0} is not a prompt template: {1}', name, templateFaultText(template.error)), uri });
}

/** Returns the template of `loadTemplate`; undefined, after a message, if there is none. */
export async function findTemplate(
  context: FeatureContext,
  name: string,
  task: Task['kind'],
  document: vscode.Uri,
): Promise<PromptTemplate | undefined> {
  const found = await loadTemplate(context, name, task, document);
  if (found.ok) return found.value.template;
  const { message, uri } = found.error;
  void showMessage(context.isTrusted() ? 'error' : 'warning', `${message}.`, {
    ...(uri === undefined ? {} : { [t('Open Template')]: 'statelens.openTemplate' }),
    [t('Choose Template')]: 'statelens.chooseTemplate',
  });
  return undefined;
}

/** Returns the files in a folder of templates that are for a kind of task, or, by an error, for none. */
export async function templateFiles(folder: vscode.Uri, task: Task['kind']): Promise<readonly TemplateFile[]> {
  let entries: readonly [string, vscode.FileType][];
  try {
    entries = await vscode.workspace.fs.readDirectory(folder);
  } catch {
    return [];
  }
  const names = entries
    .map(([name]) => name)
    .filter((name) => name.endsWith('.md'))
    .sort()
    .slice(0, MAX_FILES);
  const files: TemplateFile[] = [];
  for (const name of names) {
    const uri = vscode.Uri.joinPath(folder, name);
    try {
      const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
      const template = readTemplate(text, task);
      const fault = template.ok ? undefined : templateFault(text);
      // a valid template for another kind of task is none of these
      if (!template.ok && fault === undefined) continue;
      const read: TemplateFile['read'] = template.ok ? template : err(templateFaultText(fault ?? template.error));
      files.push({ name: name.slice(0, -'.md'.length), uri, read });
    } catch {
      // deleted meanwhile
    }
  }
  return files;
}
