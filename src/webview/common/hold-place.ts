/**
 * Keeps an element that is read where it is in the window when that becomes wider or narrower, as by a panel beside it: what stands
 * above it is then lower or higher. Nothing is done while its beginning is in the lower half of the window, or its end above it.
 *
 * @param of the element; undefined while there is none
 */
export function holdPlace(of: () => HTMLElement | undefined): void {
  let width = window.innerWidth;
  let top: number | undefined;
  const look = (): void => {
    const box = of()?.getBoundingClientRect();
    top = box !== undefined && box.top < window.innerHeight / 2 && box.bottom > 0 ? box.top : undefined;
  };
  window.addEventListener('scroll', look);
  window.addEventListener('resize', () => {
    // A hidden page has no width.
    if (window.innerWidth === 0) return;
    const now = of()?.getBoundingClientRect().top;
    if (top !== undefined && now !== undefined && window.innerWidth !== width) window.scrollBy(0, now - top);
    width = window.innerWidth;
    look();
  });
}
