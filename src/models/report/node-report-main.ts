import process from 'node:process';

// The thread of a report in the extension. Its program is a chunk that shares most of its code with others; it is loaded later, because the
// chunk loader is at the end of the bundle.
process.nextTick(() => void import('./node-report-worker.ts'));
