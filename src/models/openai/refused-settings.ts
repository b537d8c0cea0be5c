import type { CompletionRequest, ModelFault } from '../model.ts';
import { type TokenField, usualTokenField, withoutSystem } from './request-body.ts';

type SettingName = 'temperature' | 'topP' | 'seed' | 'stop';

/** Settings that a server accepts in a request. */
export interface AcceptedSettings {
  readonly tokenField: TokenField;
  /** Settings that it refuses. */
  readonly refused: readonly SettingName[];
  /** Largest number of alternatives per token; 0: it accepts no request for log probabilities. */
  readonly mostLogprobs: number;
  readonly systemRole: boolean;
}

/** A setting that some servers refuse. */
interface Refusable {
  /** Words of a refusal about it. */
  readonly words: RegExp;
  /** Returns the accepted settings without it; undefined if the request does not have it. */
  readonly without: (taken: AcceptedSettings, request: CompletionRequest) => AcceptedSettings | undefined;
}

const setting = (key: SettingName, words: RegExp): Refusable => ({
  words,
  without: (taken, { settings }) =>
    settings[key] === undefined || taken.refused.includes(key)
      ? undefined
      : { ...taken, refused: [...taken.refused, key] },
});

const tokenField = (own: TokenField, other: TokenField): Refusable => ({
  words: own === 'max_tokens' ? /max_tokens/ : /max_completion_tokens/,
  without: (taken, { settings, isRaw }) =>
    isRaw === true || settings.maxTokens === undefined || taken.tokenField !== own
      ? undefined
      : { ...taken, tokenField: other },
});

/** Limits of the alternatives per token for chats and raw completions of many servers. */
const FEWER = [20, 5, 1] as const;

/** The one table of settings that servers refuse; of several, the first one in the request is left out. */
const REFUSABLE: readonly Refusable[] = [
  tokenField('max_tokens', 'max_completion_tokens'),
  tokenField('max_completion_tokens', 'max_tokens'),
  setting('temperature', /temperature/),
  setting('topP', /top_?p\b/),
  setting('seed', /\bseed/),
  setting('stop', /\bstop\b/),
  {
    words: /log[\s_-]*prob/,
    without: (taken, { settings: { topLogprobs = 0 }, needsLogprobs }) => {
      const asked = Math.min(topLogprobs, taken.mostLogprobs);
      const fewer = FEWER.find((count) => count < asked);
      if (asked === 0 || (fewer === undefined && needsLogprobs === true)) return undefined;
      return { ...taken, mostLogprobs: fewer ?? 0 };
    },
  },
  {
    words: /\bsystem\b|\broles?\b|developer (?:message|instruction|role)/,
    without: (taken, { isRaw, messages }) =>
      isRaw !== true && taken.systemRole && messages.some(({ role }) => role === 'system')
        ? { ...taken, systemRole: false }
        : undefined,
  },
];

/** Words about a value that is out of range, which the user must change. */
const OUT_OF_RANGE =
  /between|less than|greater than|at most|at least|too (?:large|high|big|low|small)|maximum (?:of|allowed)|exceeds?|[<>]=?\s*\d|strictly positive/;
/** Words about a setting that is refused, whatever its value. */
const NOT_TAKEN =
  /unsupported|not (?:supported|support|permitted|allowed|available|enabled|compatible)|(?:does|do)(?:n'?t| not) (?:support|allow)|unknown|unrecogni[sz]ed|unexpected|only the default|use '?max|extra|forbidden|deprecated|cannot be set|invalid (?:parameter|argument|role)|valid role|must alternate/;

/** Faults in which servers name the refused setting. */
const TELLING: ReadonlySet<ModelFault['code']> = new Set<ModelFault['code']>([
  'refused-request',
  'bad-response',
  'unavailable',
]);

/**
 * Returns the settings that a server accepts after it refused a request with this fault; undefined if the fault is about nothing
 * dispensable.
 */
function afterRefusal(
  { code, said = '' }: ModelFault,
  taken: AcceptedSettings,
  request: CompletionRequest,
): AcceptedSettings | undefined {
  const words = said.toLowerCase();
  const isAltogether = NOT_TAKEN.test(words);
  // A server that is down may name anything; a failing template names its input.
  if (!TELLING.has(code) || (code === 'unavailable' && !isAltogether)) return undefined;
  for (const { words: about, without } of REFUSABLE) {
    if (!about.test(words)) continue;
    if (OUT_OF_RANGE.test(words) && !isAltogether && !/log[\s_-]*prob/.test(words)) continue;
    const next = without(taken, request);
    if (next !== undefined) return next;
  }
  return undefined;
}

/** A request adapted to a server. */
export interface FittedRequest {
  readonly request: CompletionRequest;
  readonly tokenField: TokenField;
  /** Names of what was left out. */
  readonly without: readonly string[];
}

/** Display names of the settings. */
const NAMES: Readonly<Record<SettingName, string>> = {
  temperature: 'temperature',
  topP: 'top_p',
  seed: 'seed',
  stop: 'stop',
};

function fitted(request: CompletionRequest, taken: AcceptedSettings): FittedRequest {
  const { topLogprobs, ...rest } = request.settings;
  const settings: Record<string, unknown> = { ...rest };
  const lost = taken.refused.filter((key) => settings[key] !== undefined);
  for (const key of lost) delete settings[key];
  const most = Math.min(topLogprobs ?? 0, taken.mostLogprobs);
  if (most > 0) settings['topLogprobs'] = most;
  const hasSystem = request.messages.some(({ role }) => role === 'system');
  const losesSystem = hasSystem && !taken.systemRole && request.isRaw !== true;
  return {
    request: { ...request, settings, messages: losesSystem ? withoutSystem(request.messages) : request.messages },
    tokenField: taken.tokenField,
    without: [
      ...lost.map((key) => NAMES[key]),
      ...(topLogprobs !== undefined && most === 0 ? ['log probabilities'] : []),
      ...(losesSystem ? ['system messages'] : []),
    ],
  };
}

/** Returns the news learned from a server's refusals, as parts of a sentence: `without temperature`. */
function newsBetween(before: AcceptedSettings, after: AcceptedSettings): string[] {
  return [
    ...(before.tokenField === after.tokenField ? [] : [`with ${after.tokenField} in place of ${before.tokenField}`]),
    ...after.refused.filter((key) => !before.refused.includes(key)).map((key) => `without ${NAMES[key]}`),
    ...(after.mostLogprobs === before.mostLogprobs
      ? []
      : after.mostLogprobs === 0
        ? ['without log probabilities']
        : [`with ${after.mostLogprobs} log probabilities a token at most`]),
    ...(before.systemRole === after.systemRole ? [] : ['with its system message before the first one of the user']),
  ];
}

/** Refusals by a server of a model, remembered while this process runs. */
export class ServerRefusals {
  #taken: AcceptedSettings;
  /** Left-out settings of requests that were refused nevertheless. */
  readonly #vain = new Set<string>();

  constructor(baseUrl: string) {
    this.#taken = {
      tokenField: usualTokenField(baseUrl),
      refused: [],
      mostLogprobs: Number.POSITIVE_INFINITY,
      systemRole: true,
    };
  }

  get taken(): AcceptedSettings {
    return this.#taken;
  }

  fit(request: CompletionRequest, taken: AcceptedSettings = this.#taken): FittedRequest {
    return fitted(request, taken);
  }

  /** Returns the settings to try next after a refusal; undefined if there are none, or they were tried in vain. */
  next(fault: ModelFault, taken: AcceptedSettings, request: CompletionRequest): AcceptedSettings | undefined {
    const next = afterRefusal(fault, taken, request);
    return next === undefined || this.#vain.has(JSON.stringify(next)) ? undefined : next;
  }

  /**
   * Stores the settings with which the server accepted a request that was first sent with `start`; returns what is new in them.
   */
  learn(start: AcceptedSettings, found: AcceptedSettings): readonly string[] {
    const before = this.#taken;
    this.#taken = {
      // Other requests may have learned meanwhile.
      tokenField: found.tokenField === start.tokenField ? before.tokenField : found.tokenField,
      refused: [...new Set([...before.refused, ...found.refused])],
      mostLogprobs: Math.min(before.mostLogprobs, found.mostLogprobs),
      systemRole: before.systemRole && found.systemRole,
    };
    return newsBetween(before, this.#taken);
  }

  /** Notes that the server refused a request nevertheless. */
  giveUp(tried: AcceptedSettings): void {
    this.#vain.add(JSON.stringify(tried));
  }
}

/** Refusals by address, model and interface. */
const SERVERS = new Map<string, ServerRefusals>();
const MAX_SERVERS = 1000;

/** Returns the known refusals of a model at a server; chats, raw completions and responses learn separately. */
export function serverRefusals(baseUrl: string, model: string, api: string): ServerRefusals {
  const key = JSON.stringify([baseUrl, model, api]);
  const known = SERVERS.get(key);
  if (known !== undefined) return known;
  const server = new ServerRefusals(baseUrl);
  if (SERVERS.size >= MAX_SERVERS) SERVERS.clear();
  SERVERS.set(key, server);
  return server;
}
