import type { Endpoint } from '../../../models/endpoint.ts';
import { t } from '../l10n.ts';

/** Number of requests to a server above which the user is asked first. */
export const MANY_REQUESTS = 20;

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
  /** Labels of the buttons; the optional second one sends the request without the key. */
  readonly buttons: readonly [string, ...string[]];
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

/**
 * Returns the question before a request, undefined if nothing is new: for the first request to a host other than this
 * machine, and for the first key to a base URL that only a workspace names.
 */
export function question(planned: PlannedRequest, agreed: Agreements): Question | undefined {
  const { what, endpoint, model, prompt, hasKey, ofWorkspace, file, variable } = planned;
  const { host, baseUrl, local } = endpoint;
  const newHost = !local && !agreed.hosts.includes(host);
  const newKey = hasKey && ofWorkspace && !agreed.keys.includes(keyId(planned));
  if (!newHost && !newKey) return undefined;
  const source =
    file === undefined
      ? t('The settings of this workspace name it, not your own.')
      : t('{0} names it, not your own settings.', file);
  const key =
    variable === undefined
      ? t('Your API key would be sent there.')
      : t('The value of the environment variable {0} would be sent there.', variable);
  const server = [t('Server: {0}.', baseUrl), ...(ofWorkspace ? [source] : []), ...(newKey ? [key] : [])].join(' ');
  const first = prompt === '' ? '' : ` ${t('The first prompt:')}\n\n${prompt}`;
  const detail = `${server}\n${model === '' ? '' : `${t('Model: {0}', model)}\n`}\n${SENT[what].only}${first}`;
  return {
    message: newHost ? SENT[what].ask(host) : t('Send your API key to {0}?', host),
    detail,
    buttons: newKey ? [t('Send With Key'), t('Send Without Key')] : [t('Send')],
  };
}

/** Returns the agreements after an answer; undefined if the user declined. `withKey`: true if the key may be sent. */
export function addAgreement(
  planned: PlannedRequest,
  agreed: Agreements,
  asked: Question,
  button: string | undefined,
): { readonly agreed: Agreements; readonly withKey: boolean } | undefined {
  if (button === undefined || !asked.buttons.includes(button)) return undefined;
  const { endpoint, hasKey, ofWorkspace } = planned;
  const withKey = asked.buttons.length === 1 || button === asked.buttons[0];
  const hosts = endpoint.local ? agreed.hosts : [...new Set([...agreed.hosts, endpoint.host])];
  const keys = withKey && hasKey && ofWorkspace ? [...new Set([...agreed.keys, keyId(planned)])] : agreed.keys;
  return { agreed: { hosts, keys }, withKey };
}
