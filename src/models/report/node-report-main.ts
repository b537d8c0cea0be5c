import process from 'node:process';

// The thread of a report in the extension. Its program is a chunk, which has most of its code in common with others; later, since the
// loader of chunks stands at the end of the bundle.
process.nextTick(() => void import('./node-report-worker.ts'));
