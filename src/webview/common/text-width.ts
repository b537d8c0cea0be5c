/** Pixels that the widest of some texts takes in an element, bold where it may be. */
export function widest(element: HTMLElement, texts: readonly string[], weight?: string): number {
  const pen = document.createElement('canvas').getContext('2d');
  if (pen === null) return 0;
  // The shorthand is empty where digits have one width.
  const { fontWeight, fontSize, fontFamily } = getComputedStyle(element);
  pen.font = `${weight ?? fontWeight} ${fontSize} ${fontFamily}`;
  return Math.ceil(Math.max(...texts.map((text) => pen.measureText(text).width)));
}
