import { JOB_TABLE } from './jobs/job-table.ts';
import { serveJobs } from './worker/node-serve-jobs.ts';

serveJobs(JOB_TABLE);
