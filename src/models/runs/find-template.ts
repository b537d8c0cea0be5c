import { ok, type Result } from '../../core/base/result.ts';
import type { Task } from '../model.ts';
import type { PromptTemplate } from '../prompts/prompt.ts';
import { readTemplate, templateFaultText } from '../prompts/template-file.ts';
import { templatesFor } from '../prompts/templates.ts';
import { TEMPLATE_FOLDER } from '../statelens-folder.ts';
import { type RunFault, runFault } from './run-fault.ts';

/** Returns the text of a file, relative to the experiment's folder; undefined if there is none. */
export type TemplateReader = (path: string) => Promise<string | undefined>;

/**
 * Finds the templates that an experiment names: built-in ones, files of `.statelens/templates`, or paths of Markdown files. `read` may
 * reject with the system's error.
 *
 * @param task what they ask for: states of games, or of worlds
 */
export async function findTemplates(
  names: readonly string[] | undefined,
  read: TemplateReader,
  task: Exclude<Task['kind'], 'mav'> = 'state',
): Promise<Result<readonly PromptTemplate[], RunFault>> {
  if (names === undefined) return ok(templatesFor(task).slice(0, 1));
  const found: PromptTemplate[] = [];
  for (const name of names) {
    const template = await findTemplate(name, read, task);
    if (!template.ok) return template;
    const { id } = template.value;
    if (found.some((other) => other.id === id)) return runFault('no-template', `two templates have the id ${id}`);
    found.push(template.value);
  }
  return ok(found);
}

async function findTemplate(
  name: string,
  read: TemplateReader,
  task: Task['kind'],
): Promise<Result<PromptTemplate, RunFault>> {
  const known = templatesFor(task);
  const built = known.find(({ id }) => id === name);
  if (built !== undefined) return ok(built);
  const isFile = /\.md$/i.test(name);
  // A name must not leave the folder of templates.
  const isName = /^[\w.-]+$/.test(name);
  const text = isFile || isName ? await read(isFile ? name : `${TEMPLATE_FOLDER}/${name}.md`) : undefined;
  if (text === undefined) {
    const ids = known.map(({ id }) => id).join(', ');
    const there = `expected ${ids}, one in ${TEMPLATE_FOLDER}, or a Markdown file (.md)`;
    return runFault('no-template', `unknown prompt template "${name}"; ${there}`);
  }
  const template = readTemplate(text, task);
  if (template.ok) return template;
  return runFault('no-template', `${name} is not a prompt template: ${templateFaultText(template.error)}`);
}
