import type { ImportedFile } from '../../models/importers/logs/node-import-file.ts';

/** What an import came to, for a message. */
export function importText(name: string, { title, samples, skipped, told }: ImportedFile): string {
  const count = `${samples.toLocaleString('en-US')} ${samples === 1 ? 'sample' : 'samples'}`;
  const rest = skipped === 0 ? '' : ` ${skipped.toLocaleString('en-US')} skipped: ${told[0] ?? ''}.`;
  return `${name} was read as ${title}: ${count}.${rest}`;
}

/** The run file of a log: beside it, under its name. */
export const runBeside = (path: string): string => `${path.replace(/(?:\.run)?\.[a-z0-9]{1,7}$/i, '')}.run.jsonl`;
