/**
 * Breaks a text at spaces into lines as long as `fits` accepts. A word that does not fit is a line by itself.
 *
 * @param fits returns true if a line is short enough
 */
export function wrapWords(text: string, fits: (line: string) => boolean): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && fits(`${last} ${word}`)) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
