import { TREE_STATUSES, type TreeStatus } from '../../../core/search/tree-status.ts';
import { type Scheme, type ValueScale, valueScale } from '../../../core/search/view/node-colors.ts';
import { WHOLE_BAND } from '../../../core/search/view/value-band.ts';

/** Colors and font of a drawing. */
export interface DrawingTheme {
  readonly values: ValueScale;
  readonly background: string;
  readonly text: string;
  readonly muted: string;
  readonly focus: string;
  /** Outlines of boxes; undefined where the theme has none. */
  readonly edge: string | undefined;
  readonly badge: string;
  readonly badgeText: string;
  readonly font: string;
}

const FORCED_STATUSES = Object.fromEntries(TREE_STATUSES.map((status) => [status, 'Canvas'])) as Record<
  TreeStatus,
  string
>;

/** Forced colors of the user: values are shown only by their numbers. */
const FORCED: Omit<DrawingTheme, 'font'> = {
  values: { text: 'CanvasText', none: 'Canvas', steps: ['Canvas'], band: WHOLE_BAND, statuses: FORCED_STATUSES },
  background: 'Canvas',
  text: 'CanvasText',
  muted: 'CanvasText',
  focus: 'Highlight',
  edge: 'CanvasText',
  badge: 'Highlight',
  badgeText: 'HighlightText',
};

function schemeOf(classes: DOMTokenList): Scheme {
  if (classes.contains('vscode-high-contrast-light')) return 'contrast-light';
  if (classes.contains('vscode-high-contrast')) return 'contrast-dark';
  return classes.contains('vscode-dark') ? 'dark' : 'light';
}

/** Reads the current colors of VS Code's theme. */
export function readTheme(element: HTMLElement): DrawingTheme {
  const style = getComputedStyle(element);
  const value = (name: string, otherwise: string): string => style.getPropertyValue(name).trim() || otherwise;
  const font = value('--vscode-font-family', 'system-ui, sans-serif');
  if (matchMedia('(forced-colors: active)').matches) return { ...FORCED, font };
  const values = valueScale(schemeOf(document.body.classList));
  const text = value('--vscode-foreground', values.text);
  return {
    values,
    text,
    font,
    background: value('--vscode-editor-background', values.none),
    muted: value('--vscode-descriptionForeground', text),
    focus: value('--vscode-focusBorder', text),
    edge: value('--vscode-contrastBorder', '') || undefined,
    badge: value('--vscode-badge-background', '#4d4d4d'),
    badgeText: value('--vscode-badge-foreground', '#ffffff'),
  };
}

/**
 * Calls when the theme may be another one: VS Code changes the class of the body and the variables of the page, and
 * the user what the system says.
 *
 * @returns ends it
 */
export function onTheme(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.body, { attributes: true, attributeFilter: ['class'] });
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['style'] });
  const forced = matchMedia('(forced-colors: active)');
  forced.addEventListener('change', changed);
  return () => {
    observer.disconnect();
    forced.removeEventListener('change', changed);
  };
}
