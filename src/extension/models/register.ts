import type { Feature } from '../platform/feature.ts';

/** Models: selection, API key, connection. */
export const models: Feature = {
  name: 'models',
  commands: ['statelens.selectModel', 'statelens.setApiKey', 'statelens.clearApiKey', 'statelens.testConnection'],
  load: () => import('./commands.ts'),
};
