// CPU time and memory of imports of large logs: node bench/run.mjs logs [--help]; needs `npm run build`
import { benchCommands } from './harness/commands.ts';
import { logTable, MAX_MB, MAX_SECONDS, runLogs } from './logs/inspect-logs.ts';

await benchCommands({
  name: 'logs',
  run: runLogs,
  table: logTable,
  isOk: ({ status, cpuSeconds, peakMb = 0 }) => status === 0 && cpuSeconds <= MAX_SECONDS && peakMb <= MAX_MB,
});
