import * as vscode from 'vscode';
import type { Endpoint } from '../../models/endpoint.ts';
import { listModels } from '../../models/openai/openai.ts';
import type { OpenOptions } from '../../models/sources/source.ts';
import type { FeatureContext } from '../platform/feature.ts';
import { t } from '../platform/l10n.ts';
import { agreedKey } from '../platform/models/open.ts';
import { findKey } from '../platform/models/secrets.ts';

/** Time limit of the list of models, in milliseconds; the name can be typed at any time. */
const LIST_TIMEOUT_MS = 10_000;

interface NameItem extends vscode.QuickPickItem {
  readonly name: string;
}

/**
 * Lets the user choose one of the models that a server lists, or type a name. The server is asked once the user has
 * agreed; its message instead of a list is shown above.
 *
 * @param ofWorkspace true if only the workspace's settings name the server
 * @param now the initial name, if the server lists it
 * @returns undefined if the user canceled
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
  list.title = t('StateLens: Model at {0}', endpoint.host);
  list.ignoreFocusOut = true;
  list.matchOnDescription = true;
  const asking = new AbortController();
  let listed: readonly string[] = [];
  const show = (): void => {
    list.items = namesFor(list.value, listed).map(({ name, isTyped }) => ({
      name,
      label: name,
      ...(isTyped
        ? { description: t('as typed'), alwaysShow: true }
        : name === now
          ? { description: t('current') }
          : {}),
    }));
    const own = list.items.find(({ name }) => name === now);
    if (list.value === '' && own !== undefined) list.activeItems = [own];
  };
  const showText = (text: string): void => {
    list.placeholder = text;
  };
  const example = now === '' ? 'gpt-4o' : now;
  if (agreed === undefined) showText(t('The server was not asked: type its name, such as {0}', example));
  else {
    list.busy = true;
    showText(t('Asking {0} for its models; or type its name, such as {1}', endpoint.host, example));
    const asked = { ...options, apiKey: agreed.value, timeout: LIST_TIMEOUT_MS };
    void listModels(endpoint.baseUrl, asked, asking.signal).then((answer) => {
      if (asking.signal.aborted) return;
      list.busy = false;
      listed = answer.ok ? answer.value.map(({ id }) => id) : [];
      if (!answer.ok) context.log.warn(answer.error.message);
      showText(listed.length > 0 ? listedText(listed.length) : noneText(answer, endpoint.host, example));
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

const listedText = (count: number): string =>
  count === 1
    ? t('1 model; choose one or type a name')
    : t('{0} models; choose one or type a name', count.toLocaleString('en-US'));

/** Formats the reason why no model is listed, and a remedy. */
const noneText = (answer: Awaited<ReturnType<typeof listModels>>, host: string, example: string): string =>
  answer.ok
    ? t('{0} lists no models: type its name, such as {1}', host, example)
    : t('{0}: type its name, such as {1}', answer.error.message.replace(/\.$/s, ''), example);

/**
 * Returns the items of a list of names while the user types: the typed name, unless the server lists it, then the
 * listed names.
 */
export function namesFor(typed: string, listed: readonly string[]): readonly { name: string; isTyped: boolean }[] {
  const name = typed.trim();
  const own = name === '' || listed.includes(name) ? [] : [{ name, isTyped: true }];
  return [...own, ...listed.map((item) => ({ name: item, isTyped: false }))];
}
