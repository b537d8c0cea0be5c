// Finds the magic numbers of src/core/games/chess/magics.ts: node scripts/find-magics.mjs > src/core/games/chess/magics.ts
// For every square two 32-bit factors such that (imul(low, a) ^ imul(high, b)) >>> (32 - bits) maps each occupancy of the
// relevant squares to its own slot, or to one shared with an occupancy that has the same attacks. Random search, seeded.
let seed = 0x9e3779b9;
const next = () => {
  seed |= 0;
  seed = (seed + 0x6d2b79f5) | 0;
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return t ^ (t >>> 14);
};
const ROOK = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
];
const BISHOP = [
  [1, 1],
  [1, -1],
  [-1, 1],
  [-1, -1],
];
const has = (lo, hi, sq) => (sq < 32 ? (lo >>> sq) & 1 : (hi >>> (sq - 32)) & 1);
const rays = (sq, dirs, lo, hi, edges) => {
  const out = [0, 0];
  for (const [df, dr] of dirs) {
    let f = (sq & 7) + df;
    let r = (sq >> 3) + dr;
    while (f >= 0 && f < 8 && r >= 0 && r < 8) {
      const nf = f + df;
      const nr = r + dr;
      if (!edges && (nf < 0 || nf > 7 || nr < 0 || nr > 7)) break;
      const t = r * 8 + f;
      out[t >> 5] |= 1 << (t & 31);
      if (has(lo, hi, t)) break;
      f = nf;
      r = nr;
    }
  }
  return out;
};
const find = (dirs) => {
  const rows = [];
  for (let sq = 0; sq < 64; sq++) {
    const mask = rays(sq, dirs, 0, 0, false);
    const squares = [];
    for (let t = 0; t < 64; t++) if (has(mask[0], mask[1], t)) squares.push(t);
    const bits = squares.length;
    const occ = [];
    for (let i = 0; i < 1 << bits; i++) {
      const o = [0, 0];
      squares.forEach((t, k) => {
        if ((i >> k) & 1) o[t >> 5] |= 1 << (t & 31);
      });
      occ.push([...o, ...rays(sq, dirs, o[0], o[1], true)]);
    }
    const used = new Int32Array(1 << bits).fill(-1);
    const stamp = new Int32Array(1 << bits);
    for (let round = 1; ; round++) {
      const a = next() & next() & next();
      const b = next() & next() & next();
      let good = true;
      for (let i = 0; i < occ.length && good; i++) {
        const o = occ[i];
        const k = (Math.imul(o[0], a) ^ Math.imul(o[1], b)) >>> (32 - bits);
        if (stamp[k] === round && (occ[used[k]][2] !== o[2] || occ[used[k]][3] !== o[3])) good = false;
        stamp[k] = round;
        used[k] = i;
      }
      if (good) {
        rows.push(a, b);
        break;
      }
    }
  }
  return rows;
};
const print = (name, doc, rows) => {
  const lines = [];
  for (let i = 0; i < rows.length; i += 8) lines.push(`  ${rows.slice(i, i + 8).join(', ')},`);
  return `/** ${doc} */\nexport const ${name}: readonly number[] = [\n${lines.join('\n')}\n];\n`;
};
console.log(
  '// Made by scripts/find-magics.mjs. Two 32-bit factors a square (a1, b1, ..., h8), for the lower and upper half of the occupancy.',
);
console.log(print('ROOK_MAGICS', 'Factors for rooks: 64 pairs.', find(ROOK)));
process.stdout.write(print('BISHOP_MAGICS', 'Factors for bishops: 64 pairs.', find(BISHOP)));
