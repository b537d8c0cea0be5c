import { h, type JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { EXPORT_FORMATS, type ExportFormat } from '../../../protocol/tree-messages.ts';
import { button } from '../../common/elements.ts';
import { t } from '../../common/l10n.ts';
import type { TreeDrawing } from '../canvas-view.ts';
import type { TreeShape } from '../kept.ts';
import type { TreeStore } from '../store.ts';
import { resumption } from './header.ts';

const NAMES: readonly (readonly [TreeShape, string, string])[] = [
  ['icicle', t('Icicle'), t('The whole tree (i)')],
  ['tidy', t('Tree'), t('The opened part as a tree (t)')],
  ['table', t('Table'), t('The opened part as a table (g)')],
];

/** Factor of a step of the zoom. */
export const ZOOM = 1.4;

interface ToolsProps {
  readonly store: TreeStore;
  readonly drawing: TreeDrawing;
  readonly save: (format: ExportFormat) => void;
  readonly help: () => void;
  /** True where the page is narrow: tools without room are in the menu, and a button shows the filters. */
  readonly isNarrow: boolean;
  /** True if the filters are shown. */
  readonly isFiltering: boolean;
  readonly filter: () => void;
  /** Searches further. */
  readonly more: () => void;
}

/** The tools for view, zoom and export, in one row. */
export function Tools({ store, drawing, save, help, isNarrow, isFiltering, filter, more }: ToolsProps): JSX.Element {
  const keys = button('?', help, { 'aria-label': t('Keys'), title: t('Keys (?)') });
  const further = button(t('Search further'), more, { hidden: resumption(store) !== 'further' });
  const size = sizeTools(drawing, store.shape === 'table');
  return h(
    'div',
    { class: 'toolbar', role: 'toolbar', 'aria-label': t('The tree') },
    h(
      'span',
      { class: 'joined', role: 'group', 'aria-label': t('View as') },
      NAMES.map(([shape, name, title]) =>
        button(name, () => store.setShape(shape), { title, class: 'toggle', 'aria-pressed': store.shape === shape }),
      ),
    ),
    isNarrow ? null : size,
    isNarrow
      ? button('▽', filter, {
          class: 'toggle',
          'aria-label': t('Filter'),
          'aria-expanded': isFiltering,
          title: store.nodeSearch.isActive ? t('Filter: some nodes are dimmed (/)') : t('Filter (/)'),
        })
      : null,
    h(ExportMenu, { isNarrow, save, others: isNarrow ? [size, keys, further] : [] }),
    isNarrow ? null : keys,
  );
}

const sizeTools = (drawing: TreeDrawing, isTable: boolean): JSX.Element =>
  h(
    'span',
    { class: 'joined', role: 'group', 'aria-label': t('Size') },
    button('−', () => drawing.zoom(1 / ZOOM), {
      'aria-label': t('Zoom out'),
      title: t('Zoom out (−)'),
      disabled: isTable,
    }),
    button('+', () => drawing.zoom(ZOOM), { 'aria-label': t('Zoom in'), title: t('Zoom in (+)'), disabled: isTable }),
    button(t('Fit'), () => drawing.fit(), { title: t('Fit the drawing (0)'), disabled: isTable }),
  );

interface ExportMenuProps {
  readonly isNarrow: boolean;
  readonly save: (format: ExportFormat) => void;
  /** Tools that stand before the formats. */
  readonly others: JSX.Element[];
}

function ExportMenu({ isNarrow, save, others }: ExportMenuProps): JSX.Element {
  const menu = useRef<HTMLDetailsElement>(null);
  const isOutside = (target: EventTarget | null): boolean =>
    target instanceof Node && menu.current?.contains(target) === false;
  const close = (): void => {
    if (menu.current !== null) menu.current.open = false;
  };
  useEffect(() => {
    const pressed = ({ target }: Event): void => {
      if (isOutside(target)) close();
    };
    document.addEventListener('pointerdown', pressed);
    return () => document.removeEventListener('pointerdown', pressed);
  }, []);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || menu.current?.open !== true) return;
    event.stopPropagation();
    close();
    menu.current.querySelector('summary')?.focus();
  };
  const onFocusOut = ({ relatedTarget }: FocusEvent): void => {
    if (isOutside(relatedTarget)) close();
  };
  return h(
    'details',
    { class: 'menu', ref: menu, onKeyDown, onFocusOut },
    isNarrow
      ? h('summary', { title: t('Zoom, export, keys'), 'aria-label': t('Zoom, export, keys') }, '⋯')
      : h('summary', { title: t('Export') }, t('Export')),
    h(
      'div',
      { class: 'items' },
      others,
      EXPORT_FORMATS.map((format) =>
        button(format.toUpperCase(), () => {
          close();
          save(format);
        }),
      ),
    ),
  );
}
