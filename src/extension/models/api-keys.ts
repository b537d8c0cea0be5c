import * as vscode from 'vscode';
import type { Endpoint } from '../../models/endpoint.ts';
import type { FeatureContext } from '../platform/feature.ts';
import { t } from '../platform/l10n.ts';
import { modelChoice } from '../platform/models/chosen.ts';
import { describeModel } from '../platform/models/open.ts';
import { clearKey, findKey, storeKey } from '../platform/models/secrets.ts';
import { readSettings } from '../platform/settings.ts';
import { showMessage } from '../platform/show-message.ts';

/**
 * Asks for a key and stores it; an empty one means none. False if the user canceled. `named`: the only model that may
 * use it.
 */
export async function askForKey({ secrets }: FeatureContext, endpoint: Endpoint, named?: string): Promise<boolean> {
  const key = await vscode.window.showInputBox({
    title:
      named === undefined
        ? t('StateLens: API key for {0}', endpoint.host)
        : t('StateLens: API key for {0} at {1}', named, endpoint.host),
    prompt: t("Stored in VS Code's secret storage and sent to this server only. Leave empty for no key."),
    password: true,
    ignoreFocusOut: true,
    validateInput: (text) =>
      /^[\x21-\x7e]*$/.test(text.trim()) ? undefined : t('A key cannot contain spaces or non-ASCII characters'),
  });
  if (key === undefined) return false;
  if (key.trim() !== '') await storeKey(secrets, endpoint, key.trim(), named);
  return true;
}

/** Returns the server of the settings, and the named model that a key is for, if the settings select one. */
function current(context: FeatureContext): { readonly endpoint: Endpoint; readonly named?: string } | undefined {
  const settings = readSettings();
  const chosen = modelChoice(settings);
  const named = chosen.ok ? chosen.value.shownAs : undefined;
  // without a named model the key is for the server of openai, whichever model predicts now
  const model = describeModel(context, named === undefined ? { ...settings, model: 'openai:any' } : settings);
  if (model?.endpoint === undefined) return undefined;
  return { endpoint: model.endpoint, ...(named === undefined ? {} : { named }) };
}

/** Asks for the key of the server that the settings name; one that is stored can be cleared instead. */
export async function setKey(context: FeatureContext): Promise<void> {
  const found = current(context);
  if (found === undefined) return;
  const { secrets, platform } = context;
  const stored = await findKey(secrets, platform, found.endpoint, found.named);
  if (stored?.from === 'storage') {
    const [replace, clear] = [t('Replace the Key…'), t('Clear the Key')];
    const title = t('StateLens: API key for {0}', found.endpoint.host);
    const chosen = await vscode.window.showQuickPick([replace, clear], { title, placeHolder: t('A key is stored') });
    if (chosen === clear) await removeKey(context);
    if (chosen !== replace) return;
  }
  if (await askForKey(context, found.endpoint, found.named)) {
    vscode.window.setStatusBarMessage(t('StateLens: API key for {0} is set', found.endpoint.host), 4000);
  }
}

/** Deletes the key of the server that the settings name. */
export async function removeKey(context: FeatureContext): Promise<void> {
  const found = current(context);
  if (found === undefined) return;
  const { secrets, platform } = context;
  const { endpoint, named } = found;
  await clearKey(secrets, endpoint, named);
  const left = await findKey(secrets, platform, endpoint, named);
  const { host } = endpoint;
  if (left === undefined)
    vscode.window.setStatusBarMessage(t('StateLens: the API key for {0} was cleared.', host), 4000);
  else if (left.from === 'storage')
    void showMessage('info', t("the API key for {0} was cleared. The server's own key is used now.", host));
  else
    void showMessage(
      'info',
      t('the API key for {0} was cleared. The environment variable {1} still holds one.', host, 'OPENAI_API_KEY'),
    );
}
