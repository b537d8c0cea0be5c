import * as vscode from 'vscode';
import { plural } from '../../core/base/text/plural.ts';
import type { Endpoint } from '../../models/endpoint.ts';
import { listModels } from '../../models/openai/openai.ts';
import type { OpenOptions } from '../../models/source.ts';
import type { FeatureContext } from '../platform/feature.ts';
import { agreedKey } from '../platform/models/open.ts';
import { findKey } from '../platform/models/secrets.ts';
import { namesFor } from './names-for.ts';

/** A server that does not list its models by then is not waited for: the name can be typed at any time. */
const LIST_TIMEOUT_MS = 10_000;

interface NameItem extends vscode.QuickPickItem {
  readonly name: string;
}

/**
 * Lets the user choose one of the models that a server lists, or type a name. The server is asked once the user agreed to that; what
 * it says instead of a list stands above it.
 *
 * @param ofWorkspace true if only the workspace's settings name the server
 * @param now the name to begin with where the server lists it
 * @returns undefined where the user went away
 */
export async function chooseModelAt(
  context: FeatureContext,
  endpoint: Endpoint,
  options: Partial<OpenOptions>,
  ofWorkspace: boolean,
  now: string,
): Promise<string | undefined> {
  const key = (await findKey(context.secrets, context.platform, endpoint))?.key ?? '';
  const request = { what: 'models', prompt: '', endpoint, model: '', hasKey: key !== '', ofWorkspace } as const;
  const agreed = await agreedKey(context.workspaceState, request, key);
  const list = vscode.window.createQuickPick<NameItem>();
  list.title = `StateLens: Model at ${endpoint.host}`;
  list.ignoreFocusOut = true;
  list.matchOnDescription = true;
  const asking = new AbortController();
  let listed: readonly string[] = [];
  const show = (): void => {
    list.items = namesFor(list.value, listed).map(({ name, isTyped }) => ({
      name,
      label: name,
      ...(isTyped ? { description: 'as typed', alwaysShow: true } : name === now ? { description: 'current' } : {}),
    }));
    const own = list.items.find(({ name }) => name === now);
    if (list.value === '' && own !== undefined) list.activeItems = [own];
  };
  const say = (text: string): void => {
    list.placeholder = text;
  };
  const typing = now === '' ? 'type its name, such as gpt-4o' : `type its name, such as ${now}`;
  if (agreed === undefined) say(`The server was not asked: ${typing}`);
  else {
    list.busy = true;
    say(`Asking ${endpoint.host} for its models; or ${typing}`);
    const asked = { ...options, apiKey: agreed.value, timeout: LIST_TIMEOUT_MS };
    void listModels(endpoint.baseUrl, asked, asking.signal).then((answer) => {
      if (asking.signal.aborted) return;
      list.busy = false;
      listed = answer.ok ? answer.value.map(({ id }) => id) : [];
      if (!answer.ok) context.log.warn(answer.error.message);
      const none = answer.ok ? `${endpoint.host} lists no models` : answer.error.message.replace(/\.$/s, '');
      say(listed.length > 0 ? `${plural(listed.length, 'model')}; choose one or type a name` : `${none}: ${typing}`);
      show();
    });
  }
  show();
  return new Promise((resolve) => {
    list.onDidChangeValue(show);
    list.onDidAccept(() => {
      const [chosen] = list.selectedItems;
      if (chosen === undefined) return;
      resolve(chosen.name);
      list.hide();
    });
    list.onDidHide(() => {
      asking.abort();
      resolve(undefined);
      list.dispose();
    });
    list.show();
  });
}
