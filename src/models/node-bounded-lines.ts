import type { Readable } from 'node:stream';

/**
 * Yields the lines of a stream; `undefined` stands for one that is longer than allowed, whose text is dropped as it arrives.
 */
export async function* boundedLines(stream: Readable, most: number): AsyncGenerator<string | undefined> {
  const decoder = new TextDecoder();
  let pieces: string[] = [];
  let length = 0;
  const add = (piece: string): void => {
    length += piece.length;
    if (length > most) pieces = [];
    else pieces.push(piece);
  };
  const take = (): string | undefined => {
    const line = length > most ? undefined : pieces.join('').replace(/\r$/, '');
    pieces = [];
    length = 0;
    return line;
  };
  for await (const chunk of stream) {
    const text = typeof chunk === 'string' ? chunk : decoder.decode(chunk as Uint8Array, { stream: true });
    let from = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
      add(text.slice(from, end));
      from = end + 1;
      yield take();
    }
    add(text.slice(from));
  }
  if (length > 0) yield take();
}
