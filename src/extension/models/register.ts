import type { Feature } from '../platform/feature.ts';

/** Who predicts: the choice of a model, its key, its connection. */
export const models: Feature = {
  name: 'models',
  commands: ['statelens.selectModel', 'statelens.setApiKey', 'statelens.clearApiKey', 'statelens.testConnection'],
  load: () => import('./commands.ts'),
};
