import type { ClaimMention, Color } from './mention.ts';
import { sentenceAt } from './sentence.ts';

/** Sentences about the side to move, and about a check; each names a side. */
const CLAIM =
  /\b(?:(white|black)(?:(?: is)? to (?:move|play)\b|(?:'s|’s) (?:turn|move)\b(?! (?:is|was|\w*[1-8]))|(?: is| has the) on move\b)|(?:it is|it's|it’s)(?: now)? (white|black)(?:'s|’s) turn\b|(?:side to move|to move|turn)\*{0,2} ?(?:is|:|=)\*{0,2} ?["'`*]{0,2}(white|black)\b|(white|black)(?: is|(?:'s|’s) king is| king is)(?: now| currently)? in check\b)/gi;
/** Words that make a sentence one of what might be, was, or is to come. */
const NOT_NOW =
  /\b(?:if|would|could|should|might|may|suppose|imagine|assum\w+|unless|until|when\w*|instead|later|earlier|before|previous\w*|was|were|had|will|going|once|after|then|plan|idea|example|e\.g\.|whether|or|not|never|any|always|said|claim\w*|thought|start\w*|other|another|next|different|mate|puzzle|rule|wait|can|must|since|because|so that|in order)\b|n['’]t\b|\?/i;

/** What a text says of the side to move and of checks now. Sentences about other times and possibilities say nothing. */
export function findClaims(text: string): ClaimMention[] {
  const found: ClaimMention[] = [];
  if (!/to (?:move|play)|turn|(?:'s|’s) move|on move|in check/i.test(text)) return found;
  for (const match of text.matchAll(CLAIM)) {
    const [all, toMove, turn, field, checked] = match;
    const range = { start: match.index, end: match.index + all.length };
    const { before, after } = sentenceAt(text, range.start, range.end);
    if (NOT_NOW.test(before) || NOT_NOW.test(after)) continue;
    const color = colorOf(toMove ?? turn ?? field ?? checked ?? '');
    found.push({ kind: 'claim', range, claim: { kind: checked === undefined ? 'turn' : 'check', color } });
  }
  return found;
}

export const colorOf = (word: string): Color => (/^w/i.test(word) ? 0 : 1);
