import type { Feature } from '../platform/feature.ts';

/** Files that are opened by what they are, and logs of other programs. */
export const logs: Feature = {
  name: 'logs',
  commands: ['statelens.open', 'statelens.openLog'],
  load: () => import('./commands.ts'),
};
