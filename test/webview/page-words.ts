import type { OpenPage } from './page-host.ts';

/** A text that a page shows to eyes or to screen readers, with the element that it stands at. */
export interface PageWord {
  readonly text: string;
  readonly where: string;
}

/** A bundle that puts each text in brackets, as if it were another language; what is filled into its places stands outside of them. */
export const markedTexts = (texts: readonly string[]): Record<string, string> =>
  Object.fromEntries(texts.map((text) => [text, `⟦${text.replace(/\{\w+\}/g, '⟧$&⟦')}⟧`]));

/** Texts and names of all elements, whether they are seen or folded, but those in elements that fit a selector. */
export const wordsOf = ({ page }: OpenPage, without: string): Promise<PageWord[]> =>
  page.evaluate((left) => {
    const names = [
      'aria-label',
      'aria-valuetext',
      'aria-description',
      'aria-roledescription',
      'title',
      'placeholder',
      'alt',
    ];
    const found: { text: string; where: string }[] = [];
    const add = (element: Element, attribute: string, text: string | null): void => {
      const trimmed = text?.trim() ?? '';
      if (trimmed === '') return;
      const name = `${element.localName}${[...element.classList].map((one) => `.${one}`).join('')}`;
      const above = element.parentElement;
      const parent =
        above === null ? '' : `${above.localName}${[...above.classList].map((one) => `.${one}`).join('')} > `;
      found.push({ text: trimmed, where: `${parent}${name}${attribute}` });
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const element = node instanceof Element ? node : node.parentElement;
      if (element === null || element.closest(left) !== null) continue;
      if (node instanceof Element) for (const name of names) add(element, `[${name}]`, node.getAttribute(name));
      else add(element, '', node.textContent);
    }
    return found;
  }, without);

/** Listens to what the page draws on canvases from now on. */
export const listenToCanvas = ({ page }: OpenPage): Promise<void> =>
  page.evaluate(() => {
    const globals = globalThis as unknown as { drawn?: Set<string> };
    const drawn = (globals.drawn = new Set<string>());
    const { prototype } = CanvasRenderingContext2D;
    const fillText = Reflect.get(prototype, 'fillText') as (this: unknown, ...given: unknown[]) => void;
    Reflect.set(prototype, 'fillText', function (this: unknown, text: string, ...rest: unknown[]) {
      drawn.add(text);
      Reflect.apply(fillText, this, [text, ...rest]);
    });
  });

/** What it has drawn there. */
export const drawnOf = async ({ page }: OpenPage): Promise<PageWord[]> => {
  const texts = await page.evaluate(() => [...((globalThis as unknown as { drawn?: Set<string> }).drawn ?? [])]);
  return texts.map((text) => ({ text, where: 'canvas' }));
};

/** What stands outside of all brackets. */
export function outsideOfBrackets(text: string): string {
  let depth = 0;
  return Array.from(text)
    .map((sign) => {
      if (sign === '⟦') depth++;
      if (sign === '⟧') depth--;
      return sign === '⟦' || sign === '⟧' ? ' ' : depth === 0 ? sign : '';
    })
    .join('');
}
