import type * as vscode from 'vscode';
import { cureFirst, isKeyFault } from '../../core/evaluation/runs/fault-words.ts';
import { t } from '../platform/l10n.ts';
import { showMessage } from '../platform/show-message.ts';
import { failureMessage, formatInteger, hasFailed, type RunFacts, rowAlarm, rowLabel } from './texts.ts';

/** Shows why a run stopped, or which of its requests failed, with what helps; nothing for any other run. */
export function tellFault(uri: vscode.Uri, facts: RunFacts): void {
  const alarm = rowAlarm(facts);
  if (alarm === undefined) return;
  const message = hasFailed(facts) ? failedMessage(facts) : stoppedMessage(facts);
  const reason = facts.failure?.message ?? facts.fault ?? '';
  void showMessage(alarm, message, {
    ...(isKeyFault(reason) && { [t('Set API Key')]: 'statelens.setApiKey' }),
    ...(facts.phase === 'stopped' && { [t('Resume Run')]: { command: 'statelens.resumeRun', arguments: [uri] } }),
    ...(hasFailed(facts) && { [t('Retry Failed Requests')]: { command: 'statelens.retryRun', arguments: [uri] } }),
    [t('Show Runs')]: 'statelens.runs.focus',
  });
}

function stoppedMessage(facts: RunFacts): string {
  const reason = failureMessage(facts) ?? '';
  if (facts.phase === 'damaged') return t('{0} cannot be read: {1}', rowLabel(facts), reason);
  const sentence = /[.!?]$/.test(reason) ? reason : `${reason}.`;
  return t('{0} stopped. {1} What is done is kept.', rowLabel(facts), sentence);
}

function failedMessage(facts: RunFacts): string {
  const { failed, answered, total = 0, fault } = facts;
  const counts = [failed, answered, total].map(formatInteger);
  const said = t('{0} has ended: {1} failed, {2} of {3} answered.', rowLabel(facts), ...counts);
  return fault === undefined ? said : `${said} ${cureFirst(fault)}`;
}
