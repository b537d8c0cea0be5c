import { svgDataUri } from '../../../core/board/board-svg.ts';

/** Pixels of a picture to a pixel of its SVG, and the most on a side. */
const RATIO = 2;
const MOST = 16_000;

/** Makes a PNG of twice the size of an SVG: base64, without the prefix of a data URI; '' where the browser cannot. */
export async function rasterize(svg: string): Promise<string> {
  const image = new Image();
  image.src = svgDataUri(svg);
  await image.decode();
  const ratio = Math.min(RATIO, MOST / image.width, MOST / image.height);
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(image.width * ratio);
  canvas.height = Math.round(image.height * ratio);
  const context = canvas.getContext('2d', { alpha: false });
  if (context === null) return '';
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/png').replace(/^data:image\/png;base64,/, '');
}
