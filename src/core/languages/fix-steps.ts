import { applyEdits, type TextEdit } from '../base/text/range.ts';
import { allFixes, type Diagnostic, type Severities, withSeverities } from '../notation/diagnostic.ts';
import { CODES, type Code } from '../notation/diagnostic-codes.ts';
import type { Language } from '../notation/language.ts';
import { isRepairable, type OfferedFix, ownFixes } from '../notation/pgn/repair/repairs.ts';
import { checkText } from './check.ts';
import { languageKit } from './kits.ts';
import type { CheckOptions } from './sections.ts';

/** Options that select the fixes and the questions. */
export interface FixOptions {
  readonly check: CheckOptions;
  /** Findings that are off have no fixes. */
  readonly severities: Severities;
  /** True to ask about unsafe fixes. */
  readonly asks: boolean;
}

/** A finding with fixes of which none is safe. */
export interface FixQuestion {
  readonly finding: Diagnostic;
  readonly fixes: readonly OfferedFix[];
  /** The current text; the finding's range is in it. */
  readonly text: string;
  /** True if a move of the text cannot be played: findings that contradict the moves may point to the error. */
  readonly isBroken: boolean;
}

/** A text after its fixes. */
export interface FixedText {
  readonly text: string;
  /** The codes of the findings that were fixed, one for each. */
  readonly fixed: readonly Code[];
  /** The remaining findings. */
  readonly left: readonly Diagnostic[];
  /** Number of findings without a repair whose search ended with its budget. */
  readonly unsearched: number;
}

/** Maximum number of rounds of safe fixes, and of questions about one text. */
const MAX_ROUNDS = 50;
const MAX_QUESTIONS = 500;

/**
 * Fixes a text that is a game, or some records: all safe fixes, and, if requested, others, one after the other. Each
 * question takes the index of the fix to make, or -1 for none.
 */
export function* fixSteps(
  text: string,
  language: Language,
  { check, severities, asks }: FixOptions,
): Generator<FixQuestion, FixedText, number> {
  const fixed: Code[] = [];
  const declined = new Set<string>();
  let unsearched = 0;
  const found = (now: string): readonly Diagnostic[] => withSeverities(checkText(now, language, check), severities);
  let now = text;
  let left = found(now);
  for (let questions = 0; ; questions++) {
    ({ now, left } = safelyFixed(now, left, language, found, fixed));
    if (!asks || questions === MAX_QUESTIONS) break;
    const question = nextQuestion(now, left, language, declined, () => unsearched++);
    if (question === undefined) break;
    const choice = question.fixes[yield question];
    const { finding } = question;
    const after = choice === undefined ? now : edited(now, choice.edits, language);
    const leftThen = after === now ? left : found(after);
    // a fix that leaves the finding unchanged is not made, and not tried again
    if (after === now || isStuck(finding, counts(left), counts(leftThen))) declined.add(findingKey(finding));
    else {
      fixed.push(finding.code);
      now = after;
      left = leftThen;
    }
  }
  return { text: now, fixed, left, unsearched };
}

function safelyFixed(
  text: string,
  findings: readonly Diagnostic[],
  language: Language,
  found: (text: string) => readonly Diagnostic[],
  fixed: Code[],
): { readonly now: string; readonly left: readonly Diagnostic[] } {
  let now = text;
  let left = findings;
  /** Findings that a fix left unchanged. */
  const stuck = new Set<string>();
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const open = left.filter((d) => stuck.size === 0 || !stuck.has(findingKey(d)));
    const { edits } = allFixes(open, Number.POSITIVE_INFINITY);
    const after = edited(now, edits, language);
    if (after === now) break;
    const made = new Set(edits.map(editKey));
    const leftThen = found(after);
    const [before, then] = [counts(left), counts(leftThen)];
    for (const d of open) {
      const safe = d.fixes?.find((fix) => fix.safe);
      if (safe?.edits.every((edit) => made.has(editKey(edit))) !== true) continue;
      if (isStuck(d, before, then)) stuck.add(findingKey(d));
      else fixed.push(d.code);
    }
    now = after;
    left = leftThen;
  }
  return { now, left };
}

/** Counts the occurrences of each finding, and of its code, unlisted ones included. */
function counts(found: readonly Diagnostic[]): ReadonlyMap<string, number> {
  const counted = new Map<string, number>();
  const add = (key: string, count: number): unknown => counted.set(key, (counted.get(key) ?? 0) + count);
  for (const d of found) {
    add(findingKey(d), 1);
    add(d.code, Number(/^(\d+) more of this kind/.exec(d.message)?.[1] ?? 1));
  }
  return counted;
}

/** Returns true if a finding is as frequent as before, and its code no less frequent: its fix did not help. */
const isStuck = (d: Diagnostic, before: ReadonlyMap<string, number>, then: ReadonlyMap<string, number>): boolean =>
  [findingKey(d), d.code].every((key) => (then.get(key) ?? 0) >= (before.get(key) ?? 0));

/** Returns a key of an edit: several findings may be fixed by equal edits. */
const editKey = ({ range, newText }: TextEdit): string => `${range.start} ${range.end} ${newText}`;

/** Returns the text after edits; the text itself if they would make one game into two. */
function edited(text: string, edits: readonly TextEdit[], language: Language): string {
  if (edits.length === 0) return text;
  const after = applyEdits(text, edits);
  const { repairs } = languageKit(language);
  const isOne = (some: string): boolean => repairs?.pieceLength(some, 0) === some.length;
  return repairs === undefined || !isOne(text) || isOne(after) ? after : text;
}

/** Returns a key that identifies the same finding after other fixes. */
const findingKey = ({ code, ply, message }: Diagnostic): string => `${code} ${ply ?? ''} ${message}`;

/**
 * Returns the next finding with fixes. Moves come first: findings that contradict them may disappear with their repair.
 * Findings without a fix are not searched again.
 */
function nextQuestion(
  text: string,
  left: readonly Diagnostic[],
  language: Language,
  declined: Set<string>,
  onUnsearched: () => void,
): FixQuestion | undefined {
  const open = left.filter((d) => !declined.has(findingKey(d)));
  const { repairs } = languageKit(language);
  const isMove = (d: Diagnostic): boolean => repairs?.isRepairable(d) === true;
  const isBroken = left.some(isMove);
  for (const finding of [...open.filter(isMove), ...open.filter((d) => !isMove(d))]) {
    const fixes = (isMove(finding) && repairs?.offers(text, finding, onUnsearched)) || ownFixes(finding);
    if (fixes.length > 0) return { finding, fixes, text, isBroken };
    declined.add(findingKey(finding));
  }
  return undefined;
}

/**
 * Returns the fix to make without a question if the user wants all: a preferred repair of moves, and for other findings
 * the first fix that is no guess. Findings that contradict the moves of a game stay while one of them cannot be played.
 * -1 for none.
 */
export function likelyFix({ finding, fixes, isBroken }: FixQuestion): number {
  if (isRepairable(finding)) return fixes.findIndex(({ preferred }) => preferred);
  return isBroken && CODES[finding.code].category === 'move' ? -1 : fixes.findIndex(({ isGuess }) => isGuess !== true);
}

/** Returns a text after all its safe fixes, and, with `all`, after those that `likelyFix` chooses. */
export function fixedText(text: string, language: Language, options: Omit<FixOptions, 'asks'>, all: boolean): string {
  const steps = fixSteps(text, language, { ...options, asks: all });
  let step = steps.next();
  while (step.done !== true) step = steps.next(likelyFix(step.value));
  return step.value.text;
}
