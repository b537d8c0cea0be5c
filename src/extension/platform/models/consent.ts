import type { Endpoint } from '../../../models/endpoint.ts';
import { t } from '../l10n.ts';

/** Number of requests to a server above which the user is asked first. */
export const MANY_REQUESTS = 50;

/** A prompt to confirm. */
export interface PromptToConfirm {
  /** Kind of request: a state after moves, the outputs of a MAV example, or the list of models. */
  readonly what: 'state' | 'mav' | 'models';
  /** The exact text that will be sent. */
  readonly prompt: string;
}

/** A request that is about to be made. */
export interface PlannedRequest extends PromptToConfirm {
  readonly endpoint: Endpoint;
  /** Name of the model; empty if none is chosen yet. */
  readonly model: string;
  readonly hasKey: boolean;
  /** True if only the workspace's settings, or a file, name the base URL. */
  readonly ofWorkspace: boolean;
  /** The file that names it, if it is not from settings. */
  readonly file?: string;
  /** The environment variable with the key, if a file names it. */
  readonly variable?: string;
}

/** Returns the identifier of an agreement about a key: another variable's value is another key. */
const keyId = ({ endpoint, variable }: PlannedRequest): string =>
  variable === undefined ? endpoint.baseUrl : `${endpoint.baseUrl} ${variable}`;

/** Agreements of the user in this workspace, as stored. */
export interface Agreements {
  /** Hosts that may receive requests. */
  readonly hosts: readonly string[];
  /** Base URLs from workspace settings that a key may be sent to. */
  readonly keys: readonly string[];
}

export const NO_AGREEMENTS: Agreements = { hosts: [], keys: [] };

/** Reads the stored agreements; anything else is empty. */
export function readAgreements(value: unknown): Agreements {
  const list = (name: string): string[] => {
    const found: unknown = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : [];
    return Array.isArray(found) ? found.filter((item) => typeof item === 'string') : [];
  };
  return { hosts: list('hosts'), keys: list('keys') };
}

/** A question before a request. */
export interface Question {
  readonly message: string;
  readonly detail: string;
  /** Labels of the buttons: for a part first, if there is one, and without the key last. */
  readonly buttons: readonly [string, ...string[]];
}

/** Number of requests that are about to be made together, for the question about many. */
export interface RequestAmount {
  readonly count: number;
  /** Requests, tokens, cost and time, a line for each model. */
  readonly lines: readonly string[];
  /** Label of a button for a part of them. */
  readonly part?: string | undefined;
}

const SENT: Readonly<
  Record<PromptToConfirm['what'], { readonly ask: (host: string) => string; readonly only: string }>
> = {
  state: {
    ask: (host) => t('Send chess moves to {0}?', host),
    only: t('Only moves are sent; no names, comments or paths.'),
  },
  mav: {
    ask: (host) => t('Send a MAV prompt to {0}?', host),
    only: t('Only the header and inputs are sent; no outputs, comments or paths.'),
  },
  models: { ask: (host) => t('Send a request to {0}?', host), only: t('Only the model list is requested.') },
};

const isNewHost = ({ endpoint: { host, local } }: PlannedRequest, { hosts }: Agreements): boolean =>
  !local && !hosts.includes(host);

const isNewKey = (planned: PlannedRequest, { keys }: Agreements): boolean =>
  planned.hasKey && planned.ofWorkspace && !keys.includes(keyId(planned));

/**
 * Returns the one question before requests, undefined if nothing is new and they are few: for the first request to a
 * host other than this machine, for the first key to a base URL that only a workspace names, and for many requests.
 *
 * @param planned the first request to each server
 */
export function question(
  planned: readonly PlannedRequest[],
  agreed: Agreements,
  amount?: RequestAmount,
): Question | undefined {
  const [first] = planned;
  const many = amount !== undefined && amount.count > MANY_REQUESTS ? amount : undefined;
  const fresh = planned.filter((item) => isNewHost(item, agreed) || isNewKey(item, agreed));
  if (first === undefined || (fresh.length === 0 && many === undefined)) return undefined;
  const hosts = [...new Set(planned.map(({ endpoint }) => endpoint.host))].join(', ');
  const withNewHost = fresh.filter((item) => isNewHost(item, agreed));
  const asksForKey = fresh.some((item) => isNewKey(item, agreed));
  const message =
    many !== undefined
      ? t('Send {0} requests to {1}?', many.count.toLocaleString('en-US'), hosts)
      : withNewHost.length > 0
        ? SENT[first.what].ask([...new Set(withNewHost.map(({ endpoint }) => endpoint.host))].join(', '))
        : t('Send your API key to {0}?', hosts);
  const send = many?.part === undefined ? t('Send') : t('Send All');
  const usual = asksForKey ? [t('Send With Key'), t('Send Without Key')] : [send];
  const [button = send, ...others] = [...(many?.part === undefined ? [] : [many.part]), ...usual];
  const amounts = many === undefined ? '' : `${many.lines.join('\n')}\n\n`;
  const kept =
    many === undefined ? '' : `\n\n${t('It can be stopped at any time; what was answered until then is kept.')}`;
  const servers = fresh.map((item) => serverText(item, isNewKey(item, agreed))).join('\n');
  const prompt = first.prompt === '' ? '' : ` ${t('The first prompt:')}\n\n${first.prompt}`;
  const news = fresh.length === 0 ? '' : `${servers}\n${SENT[first.what].only}${prompt}`;
  return { message, detail: `${amounts}${news}${kept}`.trim(), buttons: [button, ...others] };
}

/** Returns the server of a request, who names it, and the key that it would get. */
function serverText({ endpoint, model, ofWorkspace, file, variable }: PlannedRequest, asksForKey: boolean): string {
  const source =
    file === undefined
      ? t('The settings of this workspace name it, not your own.')
      : t('{0} names it, not your own settings.', file);
  const key =
    variable === undefined
      ? t('Your API key would be sent there.')
      : t('The value of the environment variable {0} would be sent there.', variable);
  const server = [t('Server: {0}.', endpoint.baseUrl), ...(ofWorkspace ? [source] : []), ...(asksForKey ? [key] : [])];
  return `${server.join(' ')}\n${model === '' ? '' : `${t('Model: {0}', model)}\n`}`;
}

/** An answer that lets requests be sent. */
export interface Agreement {
  readonly agreed: Agreements;
  /** True if keys may be sent where they were asked about. */
  readonly withKey: boolean;
  /** True for the button of a part. */
  readonly isPart: boolean;
}

/** Returns the agreement of an answer; undefined if the user declined. */
export function addAgreement(
  planned: readonly PlannedRequest[],
  agreed: Agreements,
  asked: Question,
  button: string | undefined,
  part?: string,
): Agreement | undefined {
  if (button === undefined || !asked.buttons.includes(button)) return undefined;
  const withKey = button !== t('Send Without Key');
  const hosts = planned.flatMap(({ endpoint }) => (endpoint.local ? [] : [endpoint.host]));
  const keys = withKey ? planned.filter(({ hasKey, ofWorkspace }) => hasKey && ofWorkspace).map(keyId) : [];
  return {
    agreed: { hosts: [...new Set([...agreed.hosts, ...hosts])], keys: [...new Set([...agreed.keys, ...keys])] },
    withKey,
    isPart: part !== undefined && button === part,
  };
}
