import { h, type JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { EXPORT_FORMATS, type ExportFormat } from '../../../protocol/tree-messages.ts';
import { button } from '../../common/elements.ts';
import { t } from '../../common/l10n.ts';
import type { TreeDrawing } from '../canvas-view.ts';
import type { TreeShape } from '../kept.ts';
import type { TreeStore } from '../store.ts';

const NAMES: readonly (readonly [TreeShape, string, string])[] = [
  ['icicle', t('Icicle'), t('The whole tree, widths by visits (i)')],
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
}

/** The tools for view, zoom and export. One row also where it is narrow: tools without room are in the menu. */
export function Tools({ store, drawing, save, help }: ToolsProps): JSX.Element {
  const isNarrow = useNarrow();
  const keys = button('?', help, { 'aria-label': t('Keys'), title: t('Keys (?)') });
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
    h(ExportMenu, { isNarrow, save, others: isNarrow ? [size, keys] : [] }),
    isNarrow ? null : keys,
  );
}

function useNarrow(): boolean {
  const [isNarrow, setNarrow] = useState(() => matchMedia('(max-width: 400px)').matches);
  useEffect(() => {
    const narrow = matchMedia('(max-width: 400px)');
    const changed = (): void => setNarrow(narrow.matches);
    narrow.addEventListener('change', changed);
    return () => narrow.removeEventListener('change', changed);
  }, []);
  return isNarrow;
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
    h('summary', { title: t('Export') }, isNarrow ? '⋯' : t('Export')),
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
