import type { Probe } from '../../models/openai/probe.ts';
import { namesText } from '../../models/openai/probe-report.ts';
import { t } from '../platform/l10n.ts';

/** What a probe found, as one line: what works, then what does not. */
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

/** The list of models of a server, as one sentence. */
export const listText = (models: readonly { readonly id: string }[]): string =>
  models.length === 0 ? t('It lists no models.') : t('It lists {0}.', namesText(models));
