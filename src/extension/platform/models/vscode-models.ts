import * as vscode from 'vscode';
import { ok, type Result } from '../../../core/base/result.ts';
import { type Completion, type CompletionRequest, fault, type Model, type ModelFault } from '../../../models/model.ts';
import { withoutSystem } from '../../../models/openai/request-body.ts';
import type { ModelSource } from '../../../models/sources/source.ts';
import { t } from '../l10n.ts';

/** Maximum length of an answer, in UTF-16 code units. */
const MAX_TEXT_LENGTH = 1 << 22;

/** Models that VS Code offers (`vscode.lm`), with the user's account and quota. `vscode:VENDOR/ID` names one. */
export const VSCODE_MODELS: ModelSource = {
  id: 'vscode',
  title: t('VS Code language models'),
  names: ['VENDOR/ID'],
  open(name) {
    const [, vendor, id] = /^([^/]+)\/(.+)$/s.exec(name) ?? [];
    if (vendor === undefined || id === undefined) {
      return fault('unknown-model', 'missing model: use vscode:VENDOR/ID, such as vscode:copilot/gpt-4o');
    }
    return ok(model(vendor, id));
  },
};

/** Returns the current models of VS Code, for the picker. */
export async function listVscodeModels(): Promise<readonly vscode.LanguageModelChat[]> {
  return vscode.lm?.selectChatModels === undefined ? [] : vscode.lm.selectChatModels({});
}

function model(vendor: string, id: string): Model {
  const origin = `vscode:${vendor}`;
  return {
    label: `vscode:${id}`,
    servedAs: id,
    // not an address, but still a recipient of moves, which the user must agree to
    endpoint: { baseUrl: origin, origin, host: `${vendor}, through VS Code`, local: false, keyless: true },
    capabilities: () =>
      Promise.resolve(
        ok({ systemRole: false, streaming: true, seed: false, topLogprobs: 0, deterministic: false, offline: false }),
      ),
    complete: (request, signal) => complete(vendor, id, request, signal),
  };
}

async function complete(
  vendor: string,
  id: string,
  { messages, settings, isRaw }: CompletionRequest,
  signal: AbortSignal,
): Promise<Result<Completion, ModelFault>> {
  if (signal.aborted) return fault('cancelled', 'cancelled');
  if (isRaw === true)
    return fault('unsupported-task', 'VS Code models accept chat messages only; choose the template mav');
  const cancel = new vscode.CancellationTokenSource();
  const abort = (): void => cancel.cancel();
  signal.addEventListener('abort', abort, { once: true });
  try {
    const [chat] = (await vscode.lm?.selectChatModels({ vendor, id })) ?? [];
    if (chat === undefined) {
      return fault(
        'unknown-model',
        `VS Code has no model ${vendor}/${id}. Sign in to its vendor, or select another one.`,
      );
    }
    const { temperature, maxTokens } = settings;
    const modelOptions = {
      ...(temperature === undefined ? {} : { temperature }),
      ...(maxTokens === undefined ? {} : { max_tokens: maxTokens }),
    };
    const spoken = withoutSystem(messages).map(({ role, content }) =>
      role === 'assistant'
        ? vscode.LanguageModelChatMessage.Assistant(content)
        : vscode.LanguageModelChatMessage.User(content),
    );
    const justification = t('StateLens requests the state of a game to compare it with the true state.');
    const response = await chat.sendRequest(spoken, { modelOptions, justification }, cancel.token);
    let text = '';
    for await (const part of response.text) {
      text += part;
      if (text.length <= MAX_TEXT_LENGTH) continue;
      cancel.cancel();
      return fault('bad-response', `The answer of ${chat.name} was too long and was cut off. Try another model.`);
    }
    if (signal.aborted) return fault('cancelled', 'cancelled');
    return ok({ text, finishReason: 'stop' });
  } catch (error) {
    return signal.aborted ? fault('cancelled', 'cancelled') : chatFault(error, `${vendor}/${id}`);
  } finally {
    signal.removeEventListener('abort', abort);
    cancel.dispose();
  }
}

const MAX_QUOTE_LENGTH = 200;

/**
 * Returns the reason why a model of VS Code returned no answer. A refusal by the user, a used-up quota and a removed
 * model are ordinary answers; the codes are the names in `LanguageModelError`.
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
  const quotation = quoted === '' ? '' : ` It says: ${quoted}`;
  switch (code) {
    case 'NoPermissions':
      return fault('unauthorized', `StateLens is not allowed to use ${name}. Allow it when VS Code asks.${quotation}`);
    case 'NotFound':
      return fault('unknown-model', `VS Code no longer has the model ${name}. Select another one.${quotation}`);
    case 'Blocked':
      return fault(
        'rate-limited',
        `${name} accepts no more requests: its quota is used up, or it is blocked.${quotation}`,
      );
    default:
      return fault('unavailable', `${name} returned no answer.${quotation}`);
  }
}
