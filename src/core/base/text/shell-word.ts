/** A path or name as one word of a command line, for POSIX shells and, where they can, those of Windows. */
export const shellWord = (text: string): string => {
  if (/^[\w./:@%+=,~-]+$/.test(text)) return text;
  return /["$`!\\]/.test(text) ? `'${text.replaceAll("'", String.raw`'\''`)}'` : `"${text}"`;
};
