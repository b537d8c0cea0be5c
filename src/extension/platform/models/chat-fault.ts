import type { Result } from '../../../core/base/result.ts';
import { fault, type ModelFault } from '../../../models/model.ts';

const MAX_QUOTE_LENGTH = 200;

/**
 * Why a model of VS Code returned no answer. That the user did not allow it, that a quota is used up and that the model has gone are
 * ordinary answers; the codes are the names that `LanguageModelError` has.
 */
export function chatFault(error: unknown, name: string): Result<never, ModelFault> {
  const { code, message } = (typeof error === 'object' && error !== null ? error : {}) as Record<string, unknown>;
  const quoted =
    typeof message === 'string'
      ? message
          .replace(/[\p{Cc}\s]+/gu, ' ')
          .trim()
          .slice(0, MAX_QUOTE_LENGTH)
      : '';
  const said = quoted === '' ? '' : ` It says: ${quoted}`;
  switch (code) {
    case 'NoPermissions':
      return fault('unauthorized', `StateLens is not allowed to use ${name}. Allow it when VS Code asks.${said}`);
    case 'NotFound':
      return fault('unknown-model', `VS Code no longer has the model ${name}. Select another one.${said}`);
    case 'Blocked':
      return fault('rate-limited', `${name} accepts no more requests: its quota is used up, or it is blocked.${said}`);
    default:
      return fault('unavailable', `${name} returned no answer.${said}`);
  }
}
