/** FNV-1a over UTF-16 units: 32 bits, quick, for tables and seeds only. */
export function fnv1a(text: string, basis = 0x811c9dc5): number {
  let hash = basis | 0;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash;
}
