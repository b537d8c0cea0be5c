/** How compressed files begin, with the command that unpacks them to standard output. */
const FORMATS: readonly (readonly [name: string, start: readonly number[], unpack: string])[] = [
  ['gzip', [0x1f, 0x8b, 0x08], 'gzip -dc'],
  ['bzip2', [0x42, 0x5a, 0x68, -1, 0x31, 0x41, 0x59], 'bzip2 -dc'],
  ['zstd', [0x28, 0xb5, 0x2f, 0xfd], 'zstd -dc'],
  ['xz', [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00], 'xz -dc'],
  ['zip', [0x50, 0x4b, 0x03, 0x04], 'unzip -p'],
  ['7-Zip', [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c], '7z e -so'],
];

/** What compressed a file that begins with these bytes, and what unpacks it; undefined for text. */
export function compression(bytes: Uint8Array): { readonly name: string; readonly unpack: string } | undefined {
  const found = FORMATS.find(([, start]) => start.every((byte, i) => byte < 0 || bytes[i] === byte));
  return found === undefined ? undefined : { name: found[0], unpack: found[2] };
}
