import type { RefObject } from 'preact';
import { useCallback, useLayoutEffect, useRef } from 'preact/hooks';

/** Returns the width of the widest of some texts in an element, in pixels; bold with `weight`. */
export function widestText(element: HTMLElement, texts: readonly string[], weight?: string): number {
  const pen = document.createElement('canvas').getContext('2d');
  if (pen === null) return 0;
  // The shorthand is empty where digits have one width.
  const { fontWeight, fontSize, fontFamily } = getComputedStyle(element);
  pen.font = `${weight ?? fontWeight} ${fontSize} ${fontFamily}`;
  return Math.ceil(Math.max(...texts.map((text) => pen.measureText(text).width)));
}

/** Quiet time before a page keeps its place, in milliseconds. */
const QUIET_MS = 100;

/**
 * Runs `keep` a short time after the page was scrolled, once however often that was: VS Code throws a page away while it is hidden.
 *
 * @returns asks for the same without scrolling
 */
export function keepAfterScroll(keep: () => void): () => void {
  let isKeeping = false;
  const soon = (): void => {
    if (isKeeping) return;
    isKeeping = true;
    setTimeout(() => {
      isKeeping = false;
      keep();
    }, QUIET_MS);
  };
  window.addEventListener('scroll', soon);
  return soon;
}

/**
 * Keeps an element in its place in the window when that becomes wider or narrower, as by a panel beside it: what stands above it is
 * then lower or higher. Does nothing while its beginning is in the lower half of the window, or its end above it.
 *
 * @param current returns the element; undefined while there is none
 */
export function holdPosition(current: () => HTMLElement | undefined): void {
  let width = window.innerWidth;
  let top: number | undefined;
  const measure = (): void => {
    const box = current()?.getBoundingClientRect();
    top = box !== undefined && box.top < window.innerHeight / 2 && box.bottom > 0 ? box.top : undefined;
  };
  window.addEventListener('scroll', measure);
  window.addEventListener('resize', () => {
    // A hidden page has no width.
    if (window.innerWidth === 0) return;
    const now = current()?.getBoundingClientRect().top;
    if (top !== undefined && now !== undefined && window.innerWidth !== width) window.scrollBy(0, now - top);
    width = window.innerWidth;
    measure();
  });
}

/**
 * Keeps an element as tall as it has been at its width: a shorter text in it moves nothing below it, and a page that is scrolled to
 * its end stays there.
 *
 * @param game the room is given back when this is another one: another game has texts of other lengths
 * @returns gives the room back: the element is as tall as its content
 */
export function useStableHeight(ref: RefObject<HTMLElement | null>, game: string): () => void {
  const width = useRef(0);
  const release = useCallback(() => {
    if (ref.current !== null) ref.current.style.minHeight = '';
  }, [ref]);
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      const [size] = entry?.borderBoxSize ?? [];
      // A folded element has no size.
      if (size === undefined || size.inlineSize === 0) return;
      // In the next frame: a change of its size here would be a loop of the observer.
      if (width.current !== 0 && size.inlineSize !== width.current) requestAnimationFrame(release);
      else element.style.minHeight = `${size.blockSize}px`;
      width.current = size.inlineSize;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref, release]);
  useLayoutEffect(release, [game, release]);
  return release;
}
