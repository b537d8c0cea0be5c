import { existsSync } from 'node:fs';
import path from 'node:path';
import type { AnswerCache } from '../../models/runs/answer-cache.ts';
import { FolderAnswerCache } from '../../models/runs/node-answer-cache.ts';
import { answerFolder, CACHE_VARIABLE, EARLIER_ANSWERS } from '../../models/runs/node-answer-folder.ts';
import type { RunJob } from '../../models/runs/run-job.ts';
import type { Terminal } from '../io/terminal.ts';
import type { DoingFlags } from './run-options.ts';

/**
 * Opens the answers of earlier runs; undefined with `--no-cache`, where no job asks a server, and where the system names no folder for
 * them, which a note says.
 */
export function openCache(
  terminal: Terminal,
  jobs: readonly Pick<RunJob, 'model'>[],
  { cache }: Pick<DoingFlags, 'cache'>,
): AnswerCache | undefined {
  if (cache === false || !jobs.some(({ model }) => model.endpoint !== undefined)) return undefined;
  const folder = cache ?? answerFolder(terminal.env);
  if (folder === undefined) {
    terminal.note(`no answers are kept: there is no home folder; name one with --cache or ${CACHE_VARIABLE}`);
    return undefined;
  }
  const hasEarlier = cache === undefined && path.resolve(EARLIER_ANSWERS) !== folder && existsSync(EARLIER_ANSWERS);
  if (!hasEarlier) return new FolderAnswerCache(folder);
  terminal.note(`answers are kept in ${folder}; those in ${EARLIER_ANSWERS} are still read`);
  return new FolderAnswerCache(folder, { earlier: path.resolve(EARLIER_ANSWERS) });
}
