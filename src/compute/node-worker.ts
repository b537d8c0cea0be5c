import { JOB_TABLE } from './jobs/job-table.ts';
import { serveThread } from './pool/node-serve.ts';

serveThread(JOB_TABLE);
