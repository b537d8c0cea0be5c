/** A rule of markdown-it that renders a token. */
type Rule = (tokens: readonly Token[], index: number, ...rest: unknown[]) => string;

interface Token {
  readonly info: string;
  readonly content: string;
  readonly map: readonly [number, number] | null;
}

/** The part of markdown-it that the preview's plugin needs. */
export interface MarkdownIt {
  readonly renderer: { readonly rules: { fence?: Rule | undefined } };
}

type Render = (text: string, line: number | undefined) => string;

/** Draws the boards of fences, once its code is loaded. */
export class FenceRenderer {
  readonly #import: () => Promise<{ readonly fenceHtml: Render }>;
  #loading: Promise<void> | undefined;
  #render: Render | undefined;

  constructor(load: () => Promise<{ readonly fenceHtml: Render }>) {
    this.#import = load;
  }

  /** The render function; undefined until it is loaded. */
  get render(): Render | undefined {
    return this.#render;
  }

  /** Loads the code with the first call; also resolves if that fails, and fences then stay text. */
  load(): Promise<void> {
    this.#loading ??= this.#import().then(
      ({ fenceHtml }) => {
        this.#render = fenceHtml;
      },
      () => undefined,
    );
    return this.#loading;
  }
}

/** Renderer of this extension. */
export const fenceRenderer = new FenceRenderer(() => import('../../core/audit/fences.ts'));

/**
 * Gives `chess` fences boards in a Markdown preview, whose parser VS Code passes.
 *
 * @param refresh renders the preview again if the first fence came before the renderer was loaded. VS Code then fills
 * the preview's page twice, which the page does not handle well while it loads: files with a fence therefore load the
 * renderer when they are opened
 */
export function extendMarkdown<M extends MarkdownIt>(md: M, renderer: FenceRenderer, refresh: () => unknown): M {
  const { rules } = md.renderer;
  const usual = rules.fence;
  let isWaiting = false;
  rules.fence = (tokens, index, ...rest) => {
    const token = tokens[index];
    const isChess = token !== undefined && /^chess(?:\s|$)/i.test(token.info.trim());
    if (isChess && renderer.render !== undefined) return renderer.render(token.content, token.map?.[0]);
    if (isChess && !isWaiting) {
      isWaiting = true;
      void renderer.load().then(() => renderer.render && refresh());
    }
    return usual?.(tokens, index, ...rest) ?? '';
  };
  return md;
}

/**
 * Returns true if a line of a Markdown text can start a `chess` fence; lines inside other fences are excluded later.
 */
export const canContainChessFence = (text: string): boolean =>
  /^ {0,3}(?:`{3,}|~{3,})[ \t]*chess(?![^\s`])/im.test(text);
