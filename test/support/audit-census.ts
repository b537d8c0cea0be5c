import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { auditText, type LocatedFinding } from '../../src/core/audit/audit.ts';
import { seeded } from '../../src/core/base/random.ts';
import { type AuditFault, type Draft, draw, FAULTS } from './audit-drafts.ts';
import { FORMS, type Message } from './audit-forms.ts';

/** What became of the transcripts with one kind of fault. */
export interface AuditCount {
  readonly fault: AuditFault | 'none';
  transcripts: number;
  /** Transcripts whose fault was found: a finding lies on it, or at the first place behind it that shows it. */
  found: number;
  /** Other findings of severity warning or above. */
  others: number;
}

/** A transcript that a count is about, for a look at it. */
export interface AuditCase {
  readonly fault: AuditFault | 'none';
  readonly form: string;
  readonly text: string;
  readonly found: readonly LocatedFinding[];
  /** Where the fault is; undefined in a clean one. */
  readonly at: number | undefined;
}

/** Marks the changed piece while a transcript is written; no format changes the character. */
const MARK = '\uE000';

function messagesOf(draft: Draft, fault: AuditFault | undefined, wanted: number): Message[] | undefined {
  let left = wanted;
  let isDone = fault === undefined;
  const messages = draft.map(({ role, slots }) => ({
    role,
    text: slots
      .map((slot) => {
        if (typeof slot === 'string') return slot;
        const changed = fault === undefined ? undefined : slot.faults?.[fault];
        if (changed === undefined || isDone || left-- > 0) return slot.text;
        isDone = true;
        return `${MARK}${changed}`;
      })
      .join(''),
  }));
  return isDone ? messages : undefined;
}

const isFault = ({ severity }: LocatedFinding): boolean => severity === 'error' || severity === 'warning';

/** Audits drawn transcripts of all forms, clean ones and ones with one fault each, and counts what is found. */
export function auditCensus(each: number, seed: number, onMiss?: (one: AuditCase) => void): AuditCount[] {
  const random = seeded(seed);
  const forms = Object.keys(FORMS);
  return (['none', ...FAULTS] as const).map((fault) => {
    const count: AuditCount = { fault, transcripts: 0, found: 0, others: 0 };
    for (let tries = 0; count.transcripts < each && tries < 20 * each; tries++) {
      const draft = draw(random);
      const messages = messagesOf(draft, fault === 'none' ? undefined : fault, uniformInt(random, 0, 5));
      if (messages === undefined) continue;
      const form = forms[count.transcripts % forms.length] ?? 'markdown';
      const marked = FORMS[form]?.(messages) ?? '';
      const at = marked.indexOf(MARK);
      const text = marked.replace(MARK, '');
      const found = auditText(text).filter(isFault);
      count.transcripts++;
      const isFound = fault !== 'none' && found.some(({ range }) => range.end > at);
      if (isFound) count.found++;
      count.others += found.length - (isFound ? 1 : 0);
      if ((fault !== 'none' && !isFound) || found.length > (isFound ? 1 : 0))
        onMiss?.({ fault, form, text, found, at: at < 0 ? undefined : at });
    }
    return count;
  });
}
