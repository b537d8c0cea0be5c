import { onlyCommands, startProgramsWith } from '../core/worlds/world-spec.ts';
import { JOB_TABLE } from './jobs/job-table.ts';
import { serveJobs } from './worker/node-serve-jobs.ts';
import { threadEnd } from './worker/node-threads.ts';
import { processOpener } from './worlds/node-process-world.ts';
import { type AllowedPrograms, NO_PROGRAMS } from './worlds/node-program-channel.ts';

const { data } = threadEnd();
const { commands, shared } = (data as AllowedPrograms | undefined) ?? NO_PROGRAMS;
if (commands.length > 0)
  startProgramsWith(onlyCommands(commands, processOpener(import.meta.url, shared && (() => shared))));
serveJobs(JOB_TABLE);
