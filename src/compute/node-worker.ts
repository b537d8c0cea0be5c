import { JOB_TABLE } from './jobs/job-table.ts';
import { serveJobs } from './worker/node-serve-jobs.ts';
import { processOpener } from './worlds/node-process-world.ts';
import { startProgramsWith } from './worlds/process-opener.ts';

startProgramsWith(processOpener(import.meta.url));
serveJobs(JOB_TABLE);
