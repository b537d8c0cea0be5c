import { existsSync } from 'node:fs';
import path from 'node:path';
import type { PromptTemplate } from '../../models/prompts/prompt.ts';
import { findTemplates as find } from '../../models/runs/find-template.ts';
import type { Terminal } from '../io/terminal.ts';
import { readText } from '../io/text-file.ts';
import { orUsageError } from './run-failure.ts';

/**
 * The templates that names stand for. Those of `.statelens/templates` are looked for in the folder, then where the command is
 * called; Markdown files in the folder alone.
 */
export async function findTemplates(
  terminal: Terminal,
  names: readonly string[] | undefined,
  folder: string,
): Promise<readonly PromptTemplate[]> {
  const read = async (name: string): Promise<string | undefined> => {
    const isNamed = names?.includes(name) === true;
    const places = (isNamed ? [folder] : [folder, '.']).map((base) => path.resolve(base, name));
    const file = places.find((place) => existsSync(place));
    return file === undefined ? undefined : (await readText(terminal, file)).text;
  };
  return orUsageError(await find(names, read));
}
