const TOKEN = /"(?:[^"\\\n]|\\.)*"?|\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)|[{}[\]]/g;

/**
 * Returns the offset of the first bracket of a JSON text, with comments or without, that is nested deeper than `most` levels; undefined
 * if there is none. Readers that call themselves for each level refuse such a text before they begin.
 */
export function tooDeepAt(text: string, most: number): number | undefined {
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (token === '{' || token === '[') {
      if (++depth > most) return index;
    } else if (token === '}' || token === ']') depth--;
  }
  return undefined;
}
