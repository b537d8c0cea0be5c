/** Castling rights told in words. */
interface ToldRights {
  /** All rights, where both sides were told whole; as in a FEN. */
  readonly rights: string | undefined;
  /** True if something was told of a side by name, so that a bare "no castling" is not about both. */
  readonly isBySide: boolean;
}

const NOTHING: ToldRights = { rights: undefined, isBySide: false };

/** Characters that are looked at, from the sentence that names castling on. */
const MAX_LENGTH = 600;

/** Members of JSON and flags, which are read elsewhere. */
const FLAGS = /["'][ \t]*:|:[ \t]*(?:true|false)\b/i;
const CASTLE = /castl|\bO-O\b|\b0-0\b/i;
const SENTENCE = /[.;!?\n|]+/;
/** Beginnings of clauses: commas, and words before another side or the opposite. */
const BREAK =
  /,+|\b(?:but|while|whereas|although|though|however)\b|\band(?=[ \t]+(?:only[ \t]+)?(?:white|black|both[ \t]+(?:players|sides[ \t]+(?:can|may|have|retain|keep))|neither)\b)/i;
const KING_SIDE = /king(?:['’]s)?[ _-]?side|\bk-?side\b|\bshort\b|\bO-O\b(?!-O)|\b0-0\b(?!-0)/i;
const QUEEN_SIDE = /queen(?:['’]s)?[ _-]?side|\bq-?side\b|\blong\b(?!er)|\bO-O-O\b|\b0-0-0\b/i;
const EITHER_SIDE =
  /\b(?:on )?(?:both|either|all)[ _-](?:sides?|ways?|directions?|wings?|(?:castling )?rights?)\b|\bfull (?:castling )?rights\b|:[ \t]*both\b/i;
const UNSURE = /\b(?:if|unless|would|might|could|whether|perhaps|maybe|should)\b/i;
const NEGATIVE =
  /\b(?:can ?not|can['’]t|no longer|not|no|none|never|neither|nor|unable|lost|loses|forfeited|gone|without|impossible|unavailable)\b|\b(?:has|have) (?:already |just )?castled\b|\balready castled\b|:[ \t]*-/i;
const ONLY_SIDE = /\bonly (white|black)\b/i;

/** A side that a clause is about: of which rights, `KQ` or `kq`. */
function subjectOf(clause: string): string | undefined {
  if (/\bneither\b/i.test(clause)) return 'KQkq';
  if (
    /\bboth (?:players|sides (?:can|may|have|still|retain|keep))|^\s*both (?:can|may|have|still|retain|keep)/i.test(
      clause,
    )
  )
    return 'KQkq';
  const white = /\bwhite\b/i.test(clause);
  const black = /\bblack\b/i.test(clause);
  if (white === black) return undefined;
  return white ? 'KQ' : 'kq';
}

/** The rights of a side that a clause names; empty where it names none. */
function rightsIn(clause: string, subject: string): string {
  const king = KING_SIDE.test(clause);
  const queen = QUEEN_SIDE.test(clause);
  return subject
    .split('')
    .filter((right) => (/k/i.test(right) ? king : queen))
    .join('');
}

/** Rights as they are told, one true or false each; contradictions make the whole unknown. */
class Told {
  readonly values = new Map<string, boolean>();
  isContradicted = false;

  set(rights: string, value: boolean): void {
    for (const right of rights) {
      const known = this.values.get(right);
      if (known !== undefined && known !== value) this.isContradicted = true;
      this.values.set(right, value);
    }
  }

  /** Rights of a side of which only the possible castlings were told: it lacks the others. */
  close(): void {
    for (const side of ['KQ', 'kq']) {
      const known = side.split('').filter((right) => this.values.has(right));
      if (known.length === 1 && this.values.get(known[0] ?? '') === true)
        for (const right of side) if (!this.values.has(right)) this.values.set(right, false);
    }
  }
}

/**
 * Reads castling rights that words tell side by side: "White can castle kingside, Black cannot castle". A side of which only one
 * direction is allowed has lost the other; a side of which only one is forbidden, or that "can castle", leaves the whole unknown. Linear
 * in the text.
 */
export function toldRights(text: string): ToldRights {
  const at = text.search(CASTLE);
  if (at < 0) return NOTHING;
  if (FLAGS.test(text.slice(at, at + MAX_LENGTH))) return NOTHING;
  const start = Math.max(text.lastIndexOf('.', at), text.lastIndexOf('\n', at)) + 1;
  const told = new Told();
  let isBySide = false;
  let subject: string | undefined;
  let isAllowed: boolean | undefined;
  const isAbout = (words: string): boolean => CASTLE.test(words) || KING_SIDE.test(words) || QUEEN_SIDE.test(words);
  const sentences = text.slice(start, at + MAX_LENGTH).split(SENTENCE);
  if (sentences.some((sentence) => UNSURE.test(sentence) && isAbout(sentence)))
    return { rights: undefined, isBySide: true };
  for (const clause of sentences.flatMap((sentence) => sentence.split(BREAK))) {
    const named = subjectOf(clause);
    if (named === undefined && !isAbout(clause)) continue;
    if (named !== undefined && named !== subject) isAllowed = undefined;
    subject = named ?? subject;
    if (subject === undefined) continue;
    const either = EITHER_SIDE.test(clause);
    const isNegative = NEGATIVE.test(clause);
    const rights = either ? subject : rightsIn(clause, subject);
    // "Black: none" tells as much as a sentence; "Black to move" tells nothing
    if (rights === '' && !(isNegative && (CASTLE.test(clause) || /:[ \t]*(?:none|no|-|neither)\s*$/i.test(clause))))
      continue;
    isBySide = true;
    const carries = named === undefined && !CASTLE.test(clause) && !isNegative && isAllowed === false;
    isAllowed = !isNegative && !carries;
    if (isNegative && rights === '') told.set(subject, false);
    else told.set(rights, isAllowed);
    const [, only] = ONLY_SIDE.exec(clause) ?? [];
    if (only !== undefined && isAllowed) told.set(/white/i.test(only) ? 'kq' : 'KQ', false);
  }
  told.close();
  if (told.isContradicted || told.values.size < 4) return { rights: undefined, isBySide };
  return {
    rights:
      'KQkq'
        .split('')
        .filter((right) => told.values.get(right) === true)
        .join('') || '-',
    isBySide,
  };
}
