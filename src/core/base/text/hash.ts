/** Returns the two halves of a 64-bit hash of a text (the mixing steps of MurmurHash3 over its UTF-16 code units). */
function halves(text: string): readonly [number, number] {
  let a = 0x9e3779b9 ^ text.length;
  let b = 0x85ebca6b ^ text.length;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, 0xcc9e2d51);
    a = (a << 15) | (a >>> 17);
    b = Math.imul(b ^ unit, 0x1b873593);
    b = ((b << 13) | (b >>> 19)) + a;
  }
  return [finished(a ^ (b >>> 16)), finished(b ^ Math.imul(a, 0x27d4eb2f))];
}

function finished(hash: number): number {
  let h = hash;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** Returns a hash of a text as sixteen hexadecimal digits: collisions are as rare as 64 bits allow. Not for secrets. */
export const fingerprint = (text: string): string =>
  halves(text)
    .map((half) => half.toString(16).padStart(8, '0'))
    .join('');

/** Returns a seed for a part of seeded work, independent of the place and order of the parts. */
export const partSeed = (seed: number, part: string): number => halves(`${seed}/${part}`)[0];

/** Returns the FNV-1a hash over UTF-16 units: 32 bits, fast, for tables and seeds only. */
export function fnv1a(text: string, basis = 0x811c9dc5): number {
  let hash = basis | 0;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash;
}

/** A hash of bytes that come in pieces, the same however they are divided: for content, not for secrets. */
export class ByteHash {
  #a = 0x9e3779b9;
  #b = 0x85ebca6b;
  #length = 0;

  add(bytes: Uint8Array): void {
    let [a, b] = [this.#a, this.#b];
    for (const byte of bytes) {
      a = Math.imul(a ^ byte, 0xcc9e2d51);
      a = (a << 15) | (a >>> 17);
      b = Math.imul(b ^ byte, 0x1b873593);
      b = ((b << 13) | (b >>> 19)) + a;
    }
    this.#length += bytes.length;
    [this.#a, this.#b] = [a, b | 0];
  }

  /** Sixteen hexadecimal digits of all bytes so far. */
  get digest(): string {
    return fingerprint(`${this.#length} ${this.#a} ${this.#b}`);
  }
}
