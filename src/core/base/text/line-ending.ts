export type LineEnding = '\n' | '\r\n' | '\r';

/** The line ending that a text uses most; LF when it has none. A tie goes to the one seen first. */
export function lineEndingOf(text: string): LineEnding {
  const counts = new Map<LineEnding, number>();
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c !== 0x0a && c !== 0x0d) continue;
    const ending = c === 0x0a ? '\n' : text.charCodeAt(i + 1) === 0x0a ? '\r\n' : '\r';
    if (ending === '\r\n') i++;
    counts.set(ending, (counts.get(ending) ?? 0) + 1);
  }
  let best: LineEnding = '\n';
  let most = 0;
  for (const [ending, count] of counts) {
    if (count > most) {
      best = ending;
      most = count;
    }
  }
  return best;
}

/**
 * The first line end behind a text's first word; LF when there is none. Unlike the one used most it stays the same however
 * many line ends become others of its kind.
 */
export function firstLineEnding(text: string): LineEnding {
  let i = Math.max(0, text.search(/\S/));
  while (i < text.length && text.charCodeAt(i) !== 0x0a && text.charCodeAt(i) !== 0x0d) i++;
  if (text.charCodeAt(i) !== 0x0d) return '\n';
  return text.charCodeAt(i + 1) === 0x0a ? '\r\n' : '\r';
}
