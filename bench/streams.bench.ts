// Memory and speed of the commands that read large files of games: node bench/run.mjs streams [--help]; needs `npm run build`
import { benchCommands } from './harness/commands.ts';
import { BOUND_MB, runStreams, streamTable } from './streams/commands.ts';

await benchCommands({
  name: 'streams',
  run: runStreams,
  table: streamTable,
  isOk: ({ status, peakMb = 0 }) => status === 0 && peakMb <= BOUND_MB,
});
