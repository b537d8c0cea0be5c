import { JOB_TABLE } from './job-table.ts';
import { serveThread } from './node-serve.ts';

serveThread(JOB_TABLE);
