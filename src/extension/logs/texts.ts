import type { ImportedFile } from '../../models/importers/logs/node-import-file.ts';
import { t } from '../platform/l10n.ts';

/** What an import came to, for a message. */
export function importText(name: string, { title, samples, skipped, told }: ImportedFile): string {
  const read =
    samples === 1
      ? t('{0} was read as {1}: 1 sample.', name, title)
      : t('{0} was read as {1}: {2} samples.', name, title, samples.toLocaleString('en-US'));
  return skipped === 0 ? read : `${read} ${t('{0} skipped: {1}.', skipped.toLocaleString('en-US'), told[0] ?? '')}`;
}

/** The run file of a log: beside it, under its name. */
export const runBeside = (path: string): string => `${path.replace(/(?:\.run)?\.[a-z0-9]{1,7}$/i, '')}.run.jsonl`;
