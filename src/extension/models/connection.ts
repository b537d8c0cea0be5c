import * as vscode from 'vscode';
import { ok } from '../../core/base/result.ts';
import type { Model, ModelFault } from '../../models/model.ts';
import { listModels } from '../../models/openai/openai.ts';
import { MAX_PROBES, type Probe, probeModel } from '../../models/openai/probe.ts';
import type { OpenOptions } from '../../models/source.ts';
import type { FeatureContext } from '../platform/feature.ts';
import { atServer, listAtServer } from '../platform/models/at-server.ts';
import { writeProbed } from '../platform/models/probed.ts';
import type { PredictSettings } from '../platform/settings.ts';
import { tell } from '../platform/tell.ts';
import { probeText } from './probe-text.ts';

/**
 * Asks the server for its list of models, which costs nothing; then, if the user wants that, finds out what the model can do, and
 * remembers it.
 */
export async function testConnection(context: FeatureContext, settings: PredictSettings, model: Model): Promise<void> {
  const { endpoint, label, servedAs = label } = model;
  if (endpoint === undefined || endpoint.keyless === true) {
    const how = endpoint === undefined ? 'works offline' : 'is used through VS Code';
    void tell('info', `${label} ${how}; there is no connection to test.`, { 'Select Model': 'statelens.selectModel' });
    return;
  }
  const listed = await listAtServer(context, settings, model);
  if (listed === undefined) return;
  if (!listed.ok) return tellFault(listed.error);
  const own = listed.value.find(({ id }) => id === servedAs);
  if (own === undefined) {
    const names = listed.value.map(({ id }) => id);
    const some = names.slice(0, 5).join(', ');
    const list = some === '' ? 'It lists no models.' : `It lists ${some}${names.length > 5 ? ' …' : ''}.`;
    void tell('warning', `${endpoint.host} answers, but lists no model "${servedAs}". ${list}`, {
      'Select Model': 'statelens.selectModel',
    });
    return;
  }
  await vscode.commands.executeCommand('setContext', 'statelens.connected', true);
  const ends = own.shutdown === undefined ? '' : ` It is turned off on ${own.shutdown}.`;
  const probe = 'Find Out';
  const message = `StateLens: ${endpoint.host} answers and has ${servedAs}.${ends} At most ${MAX_PROBES} small requests find out what it can do.`;
  const show = own.shutdown === undefined ? vscode.window.showInformationMessage : vscode.window.showWarningMessage;
  if ((await show(message, probe)) !== probe) return;
  const found = await atServer<Probe>(
    context,
    settings,
    model,
    `at most ${MAX_PROBES} small requests to`,
    (baseUrl, options, signal) => probeModel(servedAs, baseUrl, options, signal),
  );
  if (found === undefined) return;
  if (!found.ok) return tellFault(found.error);
  await writeProbed(context.globalState, { baseUrl: endpoint.baseUrl, model: servedAs }, found.value.capabilities);
  const text = probeText(servedAs, found.value);
  context.log.info(text);
  void tell('info', text);
}

function tellFault(fault: ModelFault): void {
  if (fault.code === 'cancelled') return;
  void tell('error', fault.message, {
    'Set API Key': 'statelens.setApiKey',
    'Select Model': 'statelens.selectModel',
    'Show Log': 'statelens.showLog',
  });
}

/** The models of servers that may run on this machine; a server that does not answer has none. */
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
