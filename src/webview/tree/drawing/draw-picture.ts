import type { PictureBox, PictureLink, TreePicture } from '../../../core/search/view/picture.ts';
import type { Scene } from './scene.ts';

/** Room around what is exported, in pixels. */
const MARGIN = 8;

/** The visible shapes. */
export function drawPicture(scene: Scene, width: number, height: number): TreePicture {
  const boxes: PictureBox[] = [];
  const links: PictureLink[] = [];
  scene.walk(
    { left: 0, top: 0, right: width, bottom: height },
    ({ x, y, width: wide, height: high, look }) => {
      const { name, visits, value, isHallucination, isGroup, differs, isTerminal, outcome } = look;
      const { isPrincipal, isSelected, isDim, waiting, status, costs } = look;
      const [left, right] = scene.layout === 'icicle' ? [Math.max(0, x), Math.min(width, x + wide)] : [x, x + wide];
      const rest = { isTerminal, outcome, isPrincipal, isSelected, isDim, waiting, status, costs };
      const place = { x: left, y, width: right - left, height: high };
      boxes.push({ ...place, ...rest, name, visits, value, isHallucination, isGroup, differs });
    },
    (link) => links.push({ ...link }),
  );
  // Empty space on the right and below is left out.
  let [right, bottom] = [1, 1];
  for (const box of boxes) {
    right = Math.max(right, box.x + box.width + MARGIN);
    bottom = Math.max(bottom, box.y + box.height + MARGIN);
  }
  const size = { width: Math.min(width, Math.ceil(right)), height: Math.min(height, Math.ceil(bottom)) };
  return { layout: scene.layout, ...size, boxes, links };
}
