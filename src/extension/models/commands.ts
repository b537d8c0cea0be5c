import * as vscode from 'vscode';
import type { Feature } from '../platform/feature.ts';
import { describeModel } from '../platform/models/open.ts';
import { readSettings } from '../platform/settings.ts';
import { removeKey, setKey } from './api-keys.ts';
import { testConnection } from './connection.ts';
import { selectModel } from './picker.ts';

/** Select Model, Set and Clear API Key, Test Connection. */
export const modelsFeature: Feature = {
  name: 'models',
  register: (context) =>
    vscode.Disposable.from(
      vscode.commands.registerCommand('statelens.selectModel', () => selectModel(context)),
      vscode.commands.registerCommand('statelens.setApiKey', () => setKey(context)),
      vscode.commands.registerCommand('statelens.clearApiKey', () => removeKey(context)),
      vscode.commands.registerCommand('statelens.testConnection', async () => {
        const settings = readSettings();
        const model = describeModel(context, settings);
        if (model !== undefined) await testConnection(context, settings, model);
      }),
    ),
};
