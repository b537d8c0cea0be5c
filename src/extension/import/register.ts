import type { Feature } from '../platform/feature.ts';

/** Logs of other programs. */
export const logs: Feature = {
  name: 'logs',
  commands: ['statelens.openLog'],
  load: () => import('./commands.ts'),
};
