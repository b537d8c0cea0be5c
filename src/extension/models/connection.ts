import * as vscode from 'vscode';
import { ok } from '../../core/base/result.ts';
import type { Model, ModelFault } from '../../models/model.ts';
import { listModels } from '../../models/openai/openai.ts';
import {
  MAX_PROBES,
  namesText,
  type Probe,
  probeLines,
  probeModel,
  probeText as reportText,
} from '../../models/openai/probe.ts';
import type { OpenOptions } from '../../models/sources/source.ts';
import type { FeatureContext } from '../platform/feature.ts';
import { t } from '../platform/l10n.ts';
import { atServer, listAtServer } from '../platform/models/at-server.ts';
import { writeProbed } from '../platform/models/probed.ts';
import type { PredictSettings } from '../platform/settings.ts';
import { showMessage } from '../platform/show-message.ts';
import { markDone } from '../platform/walkthrough.ts';

/**
 * Asks the server for its list of models, which costs nothing; then, if the user agrees, tests the model's capabilities
 * and stores them.
 */
export async function testConnection(context: FeatureContext, settings: PredictSettings, model: Model): Promise<void> {
  const { endpoint, label, servedAs = label } = model;
  if (endpoint === undefined || endpoint.keyless === true) {
    const reason =
      endpoint === undefined
        ? t('{0} works offline; there is no connection to test.', label)
        : t('{0} is used through VS Code; there is no connection to test.', label);
    void showMessage('info', reason, {
      [t('Select Model')]: 'statelens.selectModel',
    });
    return;
  }
  const listed = await listAtServer(context, settings, model);
  if (listed === undefined) return;
  if (!listed.ok) return tellFault(listed.error);
  const own = listed.value.find(({ id }) => id === servedAs);
  if (own === undefined) {
    const missing = t('{0} answers, but lists no model "{1}".', endpoint.host, servedAs);
    void showMessage('warning', `${missing} ${listText(listed.value)}`, {
      [t('Select Model')]: 'statelens.selectModel',
    });
    return;
  }
  markDone(context.globalState, 'statelens.connected');
  const probe = t('Find Out');
  const message = [
    t('StateLens: {0} answers and has {1}.', endpoint.host, servedAs),
    ...(own.shutdown === undefined ? [] : [t('It is turned off on {0}.', own.shutdown)]),
    t('At most {0} small requests find out what it can do.', MAX_PROBES),
  ].join(' ');
  const show = own.shutdown === undefined ? vscode.window.showInformationMessage : vscode.window.showWarningMessage;
  if ((await show(message, probe)) !== probe) return;
  const found = await atServer<Probe>(
    context,
    settings,
    model,
    t('StateLens: at most {0} small requests to {1}', MAX_PROBES, endpoint.host),
    (baseUrl, options, signal) => probeModel(servedAs, baseUrl, options, signal),
  );
  if (found === undefined) return;
  if (!found.ok) return tellFault(found.error);
  await writeProbed(context.globalState, { baseUrl: endpoint.baseUrl, model: servedAs }, found.value.capabilities);
  context.log.info(`${servedAs} was probed: ${JSON.stringify(found.value.capabilities)}.`);
  void showProbe(servedAs, found.value);
}

/** Shows the result of a probe and, on request, all of it as `statelens doctor` prints it. */
async function showProbe(model: string, probe: Probe): Promise<void> {
  const details = t('Show Details');
  const chosen = await vscode.window.showInformationMessage(`StateLens: ${probeText(model, probe)}`, details);
  if (chosen !== details) return;
  const content = `${reportText(probeLines(probe))}\n`;
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ content, language: 'plaintext' }));
}

function tellFault(fault: ModelFault): void {
  if (fault.code === 'cancelled') return;
  void showMessage('error', fault.message, {
    [t('Set API Key')]: 'statelens.setApiKey',
    [t('Select Model')]: 'statelens.selectModel',
    [t('Show Log')]: 'statelens.showLog',
  });
}

/** Returns the models of servers that may run on this machine; a server that does not answer has none. */
export async function listLocal(
  servers: readonly { readonly name: string; readonly baseUrl: string }[],
  options: Partial<OpenOptions>,
): Promise<readonly { readonly server: string; readonly baseUrl: string; readonly model: string }[]> {
  const { signal } = new AbortController();
  const found = await Promise.all(
    servers.map(async ({ name, baseUrl }) => ({ name, baseUrl, models: await listModels(baseUrl, options, signal) })),
  );
  return found.flatMap(({ name, baseUrl, models }) =>
    (models.ok ? models : ok([])).value.map(({ id }) => ({ server: name, baseUrl, model: id })),
  );
}

/** Formats the result of a probe as one line: what works, then what does not. */
export function probeText(model: string, { capabilities, listed }: Probe): string {
  const { streaming, topLogprobs, seed, systemRole, contextTokens } = capabilities;
  const logprobs = topLogprobs === 0 ? t('log probabilities') : t('log probabilities ({0} a token)', topLogprobs);
  const parts: readonly (readonly [boolean, string])[] = [
    [systemRole, t('system messages')],
    [streaming, t('streaming')],
    [topLogprobs > 0, logprobs],
    [seed, t('a seed')],
    [listed !== undefined, t('an entry in the model list')],
  ];
  const named = (wanted: boolean): string => {
    const names = parts.filter(([has]) => has === wanted).map(([, name]) => name);
    return names.length === 0 ? t('nothing') : names.join(', ');
  };
  return [
    t('{0} answers. It has {1}. It lacks {2}.', model, named(true), named(false)),
    ...(contextTokens === undefined ? [] : [t('{0} tokens of context.', contextTokens.toLocaleString('en-US'))]),
    ...(listed?.shutdown === undefined ? [] : [t('It is turned off on {0}.', listed.shutdown)]),
  ].join(' ');
}

/** Formats the list of models of a server as one sentence. */
export const listText = (models: readonly { readonly id: string }[]): string =>
  models.length === 0 ? t('It lists no models.') : t('It lists {0}.', namesText(models));
