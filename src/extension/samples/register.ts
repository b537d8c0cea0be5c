import type { Feature } from '../platform/feature.ts';

/** The samples that the extension brings. */
export const samples: Feature = {
  name: 'samples',
  commands: ['statelens.openSamples'],
  load: () => import('./samples.ts'),
};
