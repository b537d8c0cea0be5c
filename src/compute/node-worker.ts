import { JOB_TABLE } from './job-table.ts';
import { serveThread } from './serve-thread.ts';

serveThread(JOB_TABLE);
