import type { AnswerCandidate, AnswerRole, CandidateForm } from '../../core/answers/answer-reading.ts';
import { quoteCue } from '../../core/answers/reading-text.ts';
import { t } from './l10n.ts';

/** Names a role in one or two words, for a tag beside the state in the text. */
export function roleTag(role: AnswerRole): string {
  switch (role) {
    case 'final':
      return t('labeled');
    case 'only':
      return t('set off');
    case 'plain':
      return t('no label');
    case 'draft':
      return t('draft');
    case 'rejected':
      return t('rejected');
    case 'later':
      return t('later');
    case 'earlier':
      return t('earlier');
    case 'start':
      return t('start');
    case 'echo':
      return t('prompt');
    default:
      return t('past the end');
  }
}

function roleText(role: AnswerRole): string {
  switch (role) {
    case 'final':
      return t('marked as the answer');
    case 'only':
      return t('the only one in a fence or in bold');
    case 'plain':
      return t('nothing is said about it');
    case 'draft':
      return t('stands in the thoughts');
    case 'rejected':
      return t('called wrong');
    case 'later':
      return t('after a further move');
    case 'earlier':
      return t('before the last move');
    case 'start':
      return t('start of the game');
    case 'echo':
      return t('repeated from the prompt');
    default:
      return t('after the end of the answer');
  }
}

/** Formats the role of a state, and the words of the text that give it: `before the last move (“Position before”)`. */
export function roleWords(candidate: AnswerCandidate, text: string): string {
  const cue = quoteCue(candidate, text);
  return cue === '' ? roleText(candidate.role) : t('{0} (“{1}”)', roleText(candidate.role), cue);
}

/** Names the form of a state. */
export function formWords(form: CandidateForm): string {
  switch (form) {
    case 'fen':
      return t('FEN');
    case 'fields':
      return t('list of fields');
    case 'json':
      return t('JSON');
    case 'drawing':
      return t('drawn board');
    case 'pieces':
      return t('list of pieces');
    case 'world':
      return t('state');
    default:
      return t('cannot be read');
  }
}
