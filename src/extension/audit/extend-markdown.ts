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

/**
 * Gives `chess` fences boards in a Markdown preview, whose parser VS Code passes.
 *
 * @param load loads what draws them, with the first fence
 * @param refresh renders the preview again once that is loaded
 */
export function extendMarkdown<M extends MarkdownIt>(
  md: M,
  load: () => Promise<{ readonly fenceHtml: Render }>,
  refresh: () => unknown,
): M {
  const { rules } = md.renderer;
  const usual = rules.fence;
  let render: Render | undefined;
  let isLoading = false;
  rules.fence = (tokens, index, ...rest) => {
    const token = tokens[index];
    const isChess = token !== undefined && /^chess(?:\s|$)/i.test(token.info.trim());
    if (isChess && render !== undefined) return render(token.content, token.map?.[0]);
    if (isChess && !isLoading) {
      isLoading = true;
      load().then(
        (module) => {
          render = module.fenceHtml;
          void refresh();
        },
        // the text of the fence stays
        () => undefined,
      );
    }
    return usual?.(tokens, index, ...rest) ?? '';
  };
  return md;
}
