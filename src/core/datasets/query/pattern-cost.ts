/** Repetitions without a bound that a pattern may have: the time of a match grows with the text to the power of their number. */
const MAX_OPEN = 5;

/** A group that is being read, or the whole pattern. */
interface Group {
  /** True if what it matches can be longer or shorter. */
  isLoose: boolean;
  /** The first atoms of its alternatives. */
  firsts: (string | undefined)[];
}

const QUANTIFIER = /[*+?]\??|\{\d+(?:,\d*)?\}\??/y;
/** A class, an escape, the head of a group, or one character. */
const ATOM = /\[(?:\\[^]|[^\]\\])*\]|\\(?:k<\w+>|[pP]\{[^}]*\}|[^])|\((?:\?(?:[:=!]|<[=!]|<\w+>))?|[^]/uy;

/**
 * Why a valid regular expression may need a time that no one can wait for: backtracking tries all ways to divide a text over a repeated
 * group whose parts vary. Undefined if it does not; some that are harmless are refused, too.
 */
export function patternCost(pattern: string): string | undefined {
  const groups: Group[] = [];
  let group: Group = { isLoose: false, firsts: [undefined] };
  let open = 0;
  for (let at = 0; at < pattern.length; ) {
    ATOM.lastIndex = at;
    const atom = ATOM.exec(pattern)?.[0] ?? pattern.charAt(at);
    at += atom.length;
    if (atom.startsWith('(')) {
      groups.push(group);
      group = { isLoose: false, firsts: [undefined] };
      continue;
    }
    if (atom === '|') {
      group.firsts.push(undefined);
      continue;
    }
    let isLoose = false;
    if (atom === ')') {
      isLoose = group.isLoose || isAmbiguous(group);
      group = groups.pop() ?? group;
    }
    group.firsts[group.firsts.length - 1] ??= atom;
    QUANTIFIER.lastIndex = at;
    const quantifier = QUANTIFIER.exec(pattern)?.[0] ?? '';
    at += quantifier.length;
    const [, least = '', most = least] = /^\{(\d+)(?:,(\d*))?\}/.exec(quantifier) ?? [];
    const isOpen = /^[*+]/.test(quantifier) || (least !== '' && most === '');
    const isRepeated = isOpen || Number(most) > 1;
    if (isRepeated && isLoose)
      return 'a repeated group in which a part varies can take forever; write it without the outer or the inner repetition';
    if (isOpen && ++open > MAX_OPEN) return `more than ${MAX_OPEN} repetitions without a bound can take forever`;
    group.isLoose ||= isLoose || (quantifier !== '' && (isOpen || least !== most || quantifier.startsWith('?')));
  }
  return undefined;
}

/** True if two alternatives may begin alike: only letters, digits and such that differ are certain not to. */
function isAmbiguous({ firsts }: Group): boolean {
  if (firsts.length === 1) return false;
  const plain = firsts.map((first) =>
    /^(?:[^.^$\\[)]|\\[^\w])$/.test(first ?? '') ? first?.toLowerCase() : undefined,
  );
  return plain.includes(undefined) || new Set(plain).size < plain.length;
}
