import { EXPORT_FORMATS, type ExportFormat } from '../../../protocol/tree-messages.ts';
import { button, h } from '../../common/dom.ts';
import type { TreeDrawing } from '../canvas-view.ts';
import type { TreeShape } from '../kept.ts';
import { hasAny, type Panel, type PanelContext } from './panel.ts';

const NAMES: readonly (readonly [TreeShape, string, string])[] = [
  ['icicle', 'Icicle', 'The whole tree, widths by visits (i)'],
  ['tidy', 'Tree', 'The opened part as a tree (t)'],
  ['table', 'Table', 'The opened part as a table (g)'],
];

/** The tools for view, zoom and export. */
export function toolsPanel(
  { store }: PanelContext,
  drawing: TreeDrawing,
  save: (format: ExportFormat) => void,
  help: () => void,
): Panel {
  const shapes = NAMES.map(([shape, name, title]) => ({
    shape,
    item: button(name, () => store.setShape(shape), { title, class: 'toggle' }),
  }));
  const sized = [
    button('−', () => drawing.zoom(1 / 1.4), { 'aria-label': 'Zoom out', title: 'Zoom out (−)' }),
    button('+', () => drawing.zoom(1.4), { 'aria-label': 'Zoom in', title: 'Zoom in (+)' }),
    button('Fit', () => drawing.fit(), { title: 'Fit the drawing (0)' }),
  ];
  const menu = h('details', {
    class: 'menu',
    keydown: (event) => {
      if ((event as KeyboardEvent).key !== 'Escape' || !menu.open) return;
      event.stopPropagation();
      close();
      summary.focus();
    },
    focusout: (event) => {
      const { relatedTarget } = event as FocusEvent;
      if (relatedTarget instanceof Node && !menu.contains(relatedTarget)) close();
    },
  });
  const close = (): void => {
    menu.open = false;
  };
  const summary = h('summary', {}, 'Export');
  const formats = EXPORT_FORMATS.map((format) => ({
    item: button(format.toUpperCase(), () => {
      close();
      save(format);
    }),
  }));
  document.addEventListener('pointerdown', ({ target }) => {
    if (target instanceof Node && !menu.contains(target)) close();
  });
  menu.append(summary, h('div', { class: 'items' }, ...formats.map(({ item }) => item)));
  const keys = button('?', help, { 'aria-label': 'Keys', title: 'Keys (?)' });
  const element = h(
    'div',
    { class: 'toolbar', role: 'toolbar', 'aria-label': 'The tree' },
    h('span', { class: 'joined', role: 'group', 'aria-label': 'View as' }, ...shapes.map(({ item }) => item)),
    h('span', { class: 'joined', role: 'group', 'aria-label': 'Size' }, ...sized),
    menu,
    keys,
  );
  return {
    element,
    update: (changed) => {
      if (!hasAny(changed, 'source', 'view', 'tree')) return;
      for (const { shape, item } of shapes) item.setAttribute('aria-pressed', String(store.shape === shape));
      const isTable = store.shape === 'table';
      for (const item of sized) item.disabled = isTable;
    },
  };
}
