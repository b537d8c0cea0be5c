import type { FeatureContext, OpenFeature } from '../platform/feature.ts';
import { describeModel } from '../platform/models/open.ts';
import { readSettings } from '../platform/settings.ts';
import { removeKey, setKey } from './api-keys.ts';
import { testConnection } from './connection.ts';
import { selectModel } from './picker.ts';

/** Opens Select Model, Set and Clear API Key, and Test Connection. */
export const open = (context: FeatureContext): OpenFeature => ({
  commands: {
    'statelens.selectModel': () => selectModel(context),
    'statelens.setApiKey': () => setKey(context),
    'statelens.clearApiKey': () => removeKey(context),
    'statelens.testConnection': async () => {
      const settings = readSettings();
      const model = describeModel(context, settings);
      if (model !== undefined) await testConnection(context, settings, model);
    },
  },
  dispose: () => undefined,
});
