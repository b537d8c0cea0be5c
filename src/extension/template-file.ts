import * as vscode from 'vscode';
import type { Task } from '../models/model.ts';
import type { PromptTemplate } from '../models/prompts.ts';
import { readTemplate, templatesFor } from '../models/templates.ts';
import type { FeatureContext } from './feature.ts';
import { tell } from './open-model.ts';

/**
 * The template for a kind of task that a setting names: one that is built in, or a Markdown file of the workspace. Undefined where there is
 * none, which was said then.
 */
export async function findTemplate(
  { isTrusted }: FeatureContext,
  name: string,
  task: Task['kind'],
  document: vscode.Uri,
): Promise<PromptTemplate | undefined> {
  const known = templatesFor(task);
  const built = name === '' ? known[0] : known.find(({ id }) => id === name);
  if (built !== undefined) return built;
  const settings = { 'Open Settings': 'statelens.openSettings' };
  if (!/\.md$/i.test(name)) {
    const ids = known.map(({ id }) => id).join(', ');
    void tell('error', `there is no prompt template "${name}"; there are ${ids}, and Markdown files (.md).`, settings);
    return undefined;
  }
  if (!isTrusted()) {
    void tell('warning', `the prompt template ${name} is not read: this workspace is not trusted.`, settings);
    return undefined;
  }
  const folder = vscode.workspace.getWorkspaceFolder(document)?.uri ?? vscode.Uri.joinPath(document, '..');
  const uri = /^(?:\/|[A-Za-z]:[\\/])/.test(name) ? document.with({ path: name }) : vscode.Uri.joinPath(folder, name);
  let text: string;
  try {
    text = new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
  } catch {
    void tell('error', `the prompt template ${uri.path} cannot be read.`, settings);
    return undefined;
  }
  const template = readTemplate(text, task);
  if (template.ok) return template.value;
  void tell('error', `${name} is no prompt template: ${template.error}.`, settings);
  return undefined;
}
