import { onlyThese, startProgramsWith } from '../core/worlds/world-spec.ts';
import { JOB_TABLE } from './jobs/job-table.ts';
import { serveJobs } from './worker/node-serve-jobs.ts';
import { threadEnd } from './worker/node-thread-end.ts';
import { processOpener } from './worlds/node-process-world.ts';

/** Commands of the programs that the owner of this thread lets it start (`commandKey`). */
const { data } = threadEnd();
const commands = Array.isArray(data) ? data.filter((one) => typeof one === 'string') : [];
if (commands.length > 0) startProgramsWith(onlyThese(commands, processOpener(import.meta.url)));
serveJobs(JOB_TABLE);
