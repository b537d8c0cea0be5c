import type { Feature } from '../platform/feature.ts';

/** Labs of `statelens world`, as walks to look at. */
export const lab: Feature = {
  name: 'lab',
  commands: ['statelens.openLab'],
  load: () => import('./commands.ts'),
};
