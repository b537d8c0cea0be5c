import { EXPORT_FORMATS, type ExportFormat } from '../../../protocol/tree-messages.ts';
import { button, h } from '../../common/dom.ts';
import { t } from '../../common/l10n.ts';
import type { TreeDrawing } from '../canvas-view.ts';
import type { TreeShape } from '../kept.ts';
import { hasAny, type Panel, type PanelContext } from './panel.ts';

const NAMES: readonly (readonly [TreeShape, string, string])[] = [
  ['icicle', t('Icicle'), t('The whole tree, widths by visits (i)')],
  ['tidy', t('Tree'), t('The opened part as a tree (t)')],
  ['table', t('Table'), t('The opened part as a table (g)')],
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
    button('−', () => drawing.zoom(1 / 1.4), { 'aria-label': t('Zoom out'), title: t('Zoom out (−)') }),
    button('+', () => drawing.zoom(1.4), { 'aria-label': t('Zoom in'), title: t('Zoom in (+)') }),
    button(t('Fit'), () => drawing.fit(), { title: t('Fit the drawing (0)') }),
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
  const summary = h('summary', { title: t('Export') });
  const formats = EXPORT_FORMATS.map((format) => ({
    item: button(format.toUpperCase(), () => {
      close();
      save(format);
    }),
  }));
  document.addEventListener('pointerdown', ({ target }) => {
    if (target instanceof Node && !menu.contains(target)) close();
  });
  const rest = h('div', { class: 'items' }, ...formats.map(({ item }) => item));
  menu.append(summary, rest);
  const keys = button('?', help, { 'aria-label': t('Keys'), title: t('Keys (?)') });
  const size = h('span', { class: 'joined', role: 'group', 'aria-label': t('Size') }, ...sized);
  const element = h(
    'div',
    { class: 'toolbar', role: 'toolbar', 'aria-label': t('The tree') },
    h('span', { class: 'joined', role: 'group', 'aria-label': t('View as') }, ...shapes.map(({ item }) => item)),
    menu,
  );
  // One row also where it is narrow: what has no room is in the menu.
  const narrow = matchMedia('(max-width: 400px)');
  const arrange = (): void => {
    summary.textContent = narrow.matches ? '⋯' : t('Export');
    if (narrow.matches) rest.prepend(size, keys);
    else {
      menu.before(size);
      menu.after(keys);
    }
  };
  narrow.addEventListener('change', arrange);
  arrange();
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
