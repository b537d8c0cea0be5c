import * as vscode from 'vscode';
import { templatesFor } from '../../models/prompts/templates.ts';
import type { FeatureContext } from '../platform/feature.ts';
import { templateSetting } from '../platform/settings.ts';
import { templateFiles, templateFolder } from '../platform/templates/find.ts';

/** Lets the user choose any number of templates for states, by their names in settings; undefined where it was called off. */
export async function chooseTemplates(
  { isTrusted }: FeatureContext,
  document: vscode.Uri,
  title: string,
): Promise<readonly string[] | undefined> {
  const built = templatesFor('state');
  const now = templateSetting('state') || built[0]?.id;
  const folder = templateFolder(document);
  const files = folder === undefined || !isTrusted() ? [] : await templateFiles(folder, 'state');
  const own = files.flatMap(({ name, read }) => (read.ok ? [{ name, title: read.value.title }] : []));
  const items = [...built.map(({ id, title: text }) => ({ name: id, title: text })), ...own].map((one) => ({
    label: one.name,
    description: one.title,
    picked: one.name === now,
  }));
  const chosen = await vscode.window.showQuickPick(items, {
    title,
    placeHolder: 'Which templates? Each asks about every position',
    canPickMany: true,
    matchOnDescription: true,
  });
  return chosen?.map(({ label }) => label);
}
