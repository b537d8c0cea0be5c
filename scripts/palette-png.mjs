// Screenshots as PNG with a palette: a third of the bytes, and no difference that an eye sees. No library for that is at hand.
import zlib from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
// More are not needed for pages of few colors, and the VSIX is to stay small.
const MAX_COLORS = 32;
/** Rounds in which colors of the palette move to the middle of what they stand for. */
const ROUNDS = 4;

/** The chunks of a PNG: `[type, data]`. */
function chunksOf(png) {
  const chunks = [];
  for (let at = SIGNATURE.length; at < png.length; ) {
    const length = png.readUInt32BE(at);
    chunks.push([png.toString('latin1', at + 4, at + 8), png.subarray(at + 8, at + 8 + length)]);
    at += length + 12;
  }
  return chunks;
}

/**
 * Reads what browsers write: 8 bits a channel, RGB or RGBA, not interlaced, and the palettes of `palettePng`.
 *
 * @returns `colors`: a number 0xrrggbb a pixel, row by row; what is transparent counts as opaque
 */
export function readPng(png) {
  const chunks = chunksOf(png);
  const header = chunks[0][1];
  const [width, height, depth, kind] = [header.readUInt32BE(0), header.readUInt32BE(4), header[8], header[9]];
  const channels = { 2: 3, 3: 1, 6: 4 }[kind];
  if (depth !== 8 || channels === undefined || header[12] !== 0)
    throw new Error('a kind of PNG that browsers do not write');
  const data = zlib.inflateSync(Buffer.concat(chunks.filter(([type]) => type === 'IDAT').map(([, part]) => part)));
  const palette = chunks.find(([type]) => type === 'PLTE')?.[1];
  const colors = new Uint32Array(width * height);
  const stride = width * channels;
  let above = new Uint8Array(stride);
  for (let y = 0; y < height; y++) {
    const row = unfiltered(
      data[y * (stride + 1)],
      data.subarray(y * (stride + 1) + 1, (y + 1) * (stride + 1)),
      above,
      channels,
    );
    for (let x = 0; x < width; x++) {
      const [from, at] = palette === undefined ? [row, x * channels] : [palette, row[x] * 3];
      colors[y * width + x] = (from[at] << 16) | (from[at + 1] << 8) | from[at + 2];
    }
    above = row;
  }
  return { width, height, colors };
}

/** A row without its filter (PNG, section 9). */
function unfiltered(filter, line, above, channels) {
  const row = new Uint8Array(line.length);
  for (let i = 0; i < line.length; i++) {
    const [a, b, c] = [row[i - channels] ?? 0, above[i], above[i - channels] ?? 0];
    row[i] = line[i] + [0, a, b, (a + b) >> 1, paeth(a, b, c)][filter];
  }
  return row;
}

function paeth(a, b, c) {
  const [pa, pb, pc] = [Math.abs(b - c), Math.abs(a - c), Math.abs(a + b - 2 * c)];
  return pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
}

const channel = (color, i) => (color >> (16 - 8 * i)) & 255;
const distance = (a, b) =>
  (channel(a, 0) - channel(b, 0)) ** 2 + (channel(a, 1) - channel(b, 1)) ** 2 + (channel(a, 2) - channel(b, 2)) ** 2;

/** At most 256 colors for a picture: all of them where they are that few, else by median cut and some rounds of k-means. */
function paletteOf(counts) {
  const all = [...counts].map(([color, count]) => ({ color, count }));
  if (all.length <= MAX_COLORS) return all.map(({ color }) => color);
  const boxes = [boxOf(all)];
  while (boxes.length < MAX_COLORS) {
    const widest = boxes.reduce((best, box) => (box.weight > best.weight ? box : best));
    if (widest.weight === 0) break;
    boxes.splice(boxes.indexOf(widest), 1, ...split(widest).map(boxOf));
  }
  let palette = boxes.map(({ entries }) => middle(entries));
  for (let round = 0; round < ROUNDS; round++) {
    const groups = palette.map(() => []);
    for (const entry of all) groups[nearest(palette, entry.color)].push(entry);
    palette = palette.map((color, i) => (groups[i].length === 0 ? color : middle(groups[i])));
  }
  return palette;
}

/** Colors that share an entry of the palette; `axis` is the channel in which they differ most, `weight` how much is gained by a cut. */
function boxOf(entries) {
  const spans = [0, 1, 2].map((i) => {
    const values = entries.map(({ color }) => channel(color, i));
    return Math.max(...values) - Math.min(...values);
  });
  const axis = spans.indexOf(Math.max(...spans));
  const count = entries.reduce((sum, entry) => sum + entry.count, 0);
  // A large plain would take all entries: its color is one of them anyway.
  return { entries, axis, weight: entries.length < 2 ? 0 : spans[axis] * Math.sqrt(count) };
}

function split({ entries, axis }) {
  const sorted = entries.toSorted((a, b) => channel(a.color, axis) - channel(b.color, axis));
  const half = sorted.reduce((sum, { count }) => sum + count, 0) / 2;
  let at = 0;
  for (let seen = 0; at < sorted.length - 1 && seen + sorted[at].count <= half; at++) seen += sorted[at].count;
  at = Math.max(1, at);
  return [sorted.slice(0, at), sorted.slice(at)];
}

function middle(entries) {
  // What fills much of a picture keeps its color to the bit.
  const total = entries.reduce((sum, { count }) => sum + count, 0);
  const main = entries.reduce((best, entry) => (entry.count > best.count ? entry : best));
  if (main.count > total / 2) return main.color;
  const mean = (i) => Math.round(entries.reduce((sum, { color, count }) => sum + count * channel(color, i), 0) / total);
  return (mean(0) << 16) | (mean(1) << 8) | mean(2);
}

function nearest(palette, color) {
  let best = 0;
  for (let i = 1; i < palette.length; i++) if (distance(palette[i], color) < distance(palette[best], color)) best = i;
  return best;
}

/** A screenshot in PNG as a PNG with a palette. */
export function palettePng(png) {
  const { width, height, colors } = readPng(png);
  const counts = new Map();
  for (const color of colors) counts.set(color, (counts.get(color) ?? 0) + 1);
  const palette = paletteOf(counts);
  const entryOf = new Map([...counts.keys()].map((color) => [color, nearest(palette, color)]));
  const rows = Buffer.alloc(height * (width + 1));
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) rows[y * (width + 1) + 1 + x] = entryOf.get(colors[y * width + x]);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  const table = Buffer.from(palette.flatMap((color) => [0, 1, 2].map((i) => channel(color, i))));
  const data = zlib.deflateSync(rows, { level: 9, memLevel: 9 });
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', table),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type, data) {
  const whole = Buffer.alloc(data.length + 12);
  whole.writeUInt32BE(data.length, 0);
  whole.write(type, 4, 'latin1');
  data.copy(whole, 8);
  whole.writeUInt32BE(zlib.crc32(whole.subarray(4, data.length + 8)), data.length + 8);
  return whole;
}
