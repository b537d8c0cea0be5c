import type { Feature } from '../platform/feature.ts';

/** Labs of `statelens lab`, as walks. */
export const lab: Feature = {
  name: 'lab',
  commands: ['statelens.openLab'],
  load: () => import('./commands.ts'),
};
