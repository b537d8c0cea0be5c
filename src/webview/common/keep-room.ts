/**
 * Keeps an element as tall as it has been at its width: a shorter text in it moves nothing below it, and a page that is scrolled to
 * its end stays there.
 *
 * @returns gives the room back: the element is as tall as what is in it
 */
export function keepRoom(element: HTMLElement): () => void {
  let width = 0;
  const giveBack = (): void => {
    element.style.minHeight = '';
  };
  new ResizeObserver(([entry]) => {
    const [size] = entry?.borderBoxSize ?? [];
    // one that is folded has no size
    if (size === undefined || size.inlineSize === 0) return;
    // In a frame of its own: what changes its size here is a fault of a loop.
    if (width !== 0 && size.inlineSize !== width) requestAnimationFrame(giveBack);
    else element.style.minHeight = `${size.blockSize}px`;
    width = size.inlineSize;
  }).observe(element);
  return giveBack;
}
