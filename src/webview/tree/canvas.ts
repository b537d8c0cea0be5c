import { h, type JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { SearchNode } from '../../core/search/tree.ts';
import { countVisits } from '../../core/search/view/node-values.ts';
import { describeGroup, describeNode, formatNodeSentence, type TreePicture } from '../../core/search/view/picture.ts';
import { isSameBand, type ValueBand, valueBand } from '../../core/search/view/value-band.ts';
import { t } from '../common/l10n.ts';
import type { CanvasEvents, CanvasView, TreeDrawing } from './canvas-view.ts';
import { BoardImages } from './drawing/board-images.ts';
import { drawPicture } from './drawing/exports.ts';
import { FrameScheduler, Motion } from './drawing/frames.ts';
import { IcicleScene } from './drawing/icicle-scene.ts';
import { keyAction, listenToPointer } from './drawing/input.ts';
import { DrawingLegend } from './drawing/legend.ts';
import { Names, SHOWN_WORDS } from './drawing/looks.ts';
import { paintScene } from './drawing/paint.ts';
import { hitAt } from './drawing/paint-card.ts';
import { Pen } from './drawing/pen.ts';
import type { Camera, Scene, TreeBox } from './drawing/scene.ts';
import { onTheme, readTheme } from './drawing/theme.ts';
import { TidyScene } from './drawing/tidy-scene.ts';
import { Tooltip } from './drawing/tooltip.ts';
import { describeGhost, describeReference } from './reference.ts';

/** Name of the mark in the page's performance timeline after each frame; its detail is the number of visits that are shown. */
export const DRAWN = 'statelens-tree-drawn';

interface DrawingProps {
  readonly drawing: TreeDrawing;
  readonly isHidden: boolean;
}

/** The place of a drawing, which draws by itself. */
export function Drawing({ drawing, isHidden }: DrawingProps): JSX.Element {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => place.current?.append(drawing.element), []);
  useLayoutEffect(() => {
    drawing.element.hidden = isHidden;
  }, [isHidden]);
  return h('div', { class: 'drawing-place', ref: place });
}

/** Draws a tree on a canvas. */
export function createTreeCanvas(events: CanvasEvents): TreeDrawing {
  return new TreeCanvas(events);
}

class TreeCanvas implements TreeDrawing {
  readonly element = document.createElement('div');
  readonly #canvas = document.createElement('canvas');
  readonly #frame = document.createElement('div');
  readonly #tip = new Tooltip();
  readonly #legend = new DrawingLegend();
  readonly #events: CanvasEvents;
  readonly #names = new Names(SHOWN_WORDS);
  readonly #scenes = { icicle: new IcicleScene(this.#names), tidy: new TidyScene(this.#names) };
  readonly #pen: Pen | undefined;
  readonly #motion = new Motion();
  readonly #images = new BoardImages(() => this.#frames.paint());
  readonly #frames: FrameScheduler;
  readonly #ends: (() => void)[] = [];
  #view: CanvasView | undefined;
  #laid: CanvasView | undefined;
  #width = 0;
  #height = 0;
  #hovered: TreeBox | undefined;
  #shouldReveal = false;
  /** The camera that a resize keeps: the first one, all of the tree, or (after a zoom or a move) the present one. */
  #kept: 'opening' | 'fitted' | 'present' = 'opening';
  /** True if the user has opened or closed a node, and the layout is urgent. */
  #isUrgent = false;

  constructor(events: CanvasEvents) {
    this.#events = events;
    this.#build();
    const context = this.#canvas.getContext('2d', { alpha: false });
    const theme = readTheme(document.body);
    this.#pen = context === null ? undefined : new Pen(context, theme);
    this.#legend.use(theme);
    this.#frames = new FrameScheduler({
      layout: () => this.#lay(),
      move: (now) => this.#move(now),
      paint: () => this.#paint(),
    });
    this.#listen();
  }

  #build(): void {
    this.#canvas.tabIndex = 0;
    this.#canvas.role = 'img';
    this.#canvas.ariaLabel = t('Search tree');
    this.element.className = 'drawing';
    this.#frame.className = 'canvas-frame';
    this.#frame.append(this.#canvas, this.#tip.element);
    this.element.append(this.#frame, this.#legend.element);
  }

  get #scene(): Scene {
    return this.#scenes[this.#view?.layout ?? 'icicle'];
  }

  show(view: CanvasView): void {
    const old = this.#view;
    this.#view = view;
    const isOther = old?.root !== view.root || old.layout !== view.layout || old.selected !== view.selected;
    this.#frames.layout(isOther || this.#isUrgent);
    this.#isUrgent = false;
  }

  fit(): void {
    this.#frames.settle();
    this.#goTo(this.#scene.fitted());
    this.#kept = 'fitted';
  }

  reveal(): void {
    this.#shouldReveal = true;
    this.#frames.paint();
  }

  zoom(factor: number): void {
    this.#goTo(this.#scene.zoomedAt(this.#width / 2, this.#height / 2, factor));
  }

  picture(): TreePicture {
    this.#frames.settle();
    return drawPicture(this.#scene, this.#width, this.#height);
  }

  destroy(): void {
    this.#frames.stop();
    for (const end of this.#ends) end();
    this.element.remove();
  }

  #listen(): void {
    const canvas = this.#canvas;
    const resized = new ResizeObserver(() => this.#resize());
    resized.observe(this.#frame);
    this.#ends.push(
      () => resized.disconnect(),
      onTheme(() => {
        const theme = readTheme(document.body);
        this.#pen?.use(theme);
        this.#legend.use(theme);
        if (this.#laid !== undefined) this.#colors(valueBand(this.#laid.root, this.#laid.rule));
        this.#frames.paint();
      }),
    );
    listenToPointer(canvas, {
      pan: (dx, dy) => this.#set(this.#scene.panned(dx, dy)),
      zoomAt: (x, y, factor) => this.#set(this.#scene.zoomedAt(x, y, factor)),
      click: (x, y) => this.#click(x, y),
      doubleClick: (x, y) => this.#doubleClick(x, y),
      hover: (at) => this.#hover(at),
    });
    canvas.addEventListener('keydown', (event) => this.#key(event));
    for (const name of ['focus', 'blur'] as const) canvas.addEventListener(name, () => this.#frames.paint());
  }

  #resize(): void {
    const { clientWidth, clientHeight } = this.#frame;
    // A hidden drawing has no size.
    if (clientWidth === 0) return;
    this.#width = clientWidth;
    this.#height = clientHeight;
    for (const scene of Object.values(this.#scenes)) scene.resize(clientWidth, clientHeight);
    if (this.#laid !== undefined && this.#kept !== 'present') {
      this.#motion.cancel();
      this.#scene.camera = this.#kept === 'opening' ? this.#scene.opening() : this.#scene.fitted();
    }
    this.#frames.paint();
  }

  #lay(): void {
    const view = this.#view;
    if (view === undefined) return;
    const isNew =
      this.#laid?.root !== view.root ||
      this.#laid.layout !== view.layout ||
      (this.#laid.pictures === undefined) !== (view.pictures === undefined);
    const isOverlaid = this.#laid?.reference !== view.reference;
    this.#laid = view;
    this.#names.use(view.nameOf);
    this.#colors(valueBand(view.root, view.rule));
    this.#legend.show(view);
    const camera = this.#scene.camera;
    this.#scene.update(view);
    this.#hovered = undefined;
    if (isNew || isOverlaid) this.#legend.restart();
    // Ghosts need room, unless the user has chosen what is seen.
    if (isNew || (isOverlaid && this.#kept !== 'present')) {
      this.#scene.camera = this.#scene.opening();
      this.#kept = 'opening';
    }
    // A movement to an old place stops.
    if (isNew || this.#scene.camera !== camera) this.#motion.cancel();
    const { selected } = view;
    const { reference } = view;
    const said = [
      formatNodeSentence(selected, view, this.#names.of(selected), view.differs(selected)),
      ...describeReference(reference?.noteOf(selected), reference?.ghostsBelow(selected) ?? []),
    ].join(' ');
    this.#canvas.setAttribute('aria-label', t('Search tree. Selected: {0} The table beside it has every node.', said));
  }

  /** Spreads the colors over the values of the tree. */
  #colors(band: ValueBand): void {
    const pen = this.#pen;
    if (pen !== undefined && !isSameBand(pen.theme.values.band, band))
      pen.theme = { ...pen.theme, values: { ...pen.theme.values, band } };
    this.#legend.spread(band);
  }

  #goTo(camera: Camera): void {
    if (camera.some((value, i) => value !== this.#scene.camera[i])) this.#kept = 'present';
    if (this.#motion.begin(this.#scene.camera, camera)) this.#frames.move();
    else this.#set(camera);
  }

  /** Moves the camera; returns true if it was elsewhere. */
  #set(camera: Camera): boolean {
    const { camera: old } = this.#scene;
    if (camera.every((value, i) => value === old[i])) return false;
    this.#motion.cancel();
    this.#scene.camera = camera;
    this.#kept = 'present';
    this.#tip.hide();
    this.#frames.paint();
    return true;
  }

  #move(now: number): boolean {
    const camera = this.#motion.at(now);
    if (camera === undefined) return false;
    this.#scene.camera = camera;
    return true;
  }

  #paint(): void {
    const view = this.#laid;
    if (view === undefined || this.#pen === undefined || this.#width === 0) return;
    if (this.#shouldReveal) {
      this.#shouldReveal = false;
      this.#goTo(this.#scene.revealing(view.selected));
    }
    const ratio = devicePixelRatio;
    const [width, height] = [Math.round(this.#width * ratio), Math.round(this.#height * ratio)];
    const canvas = this.#canvas;
    // Its size is set only when it is another one: that empties it.
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
    // As large as its pixels are, for else they would be blurred.
    canvas.style.width = `${width / ratio}px`;
    canvas.style.height = `${height / ratio}px`;
    const isFocused = document.activeElement === canvas;
    const images = this.#images;
    images.use(view.pictures);
    const options = { width: this.#width, height: this.#height, ratio, isFocused, hovered: this.#hovered, images };
    paintScene(this.#scene, this.#pen, options, (box) => this.#legend.saw(box));
    this.#legend.explain();
    performance.clearMarks(DRAWN);
    performance.mark(DRAWN, { detail: { visits: countVisits(view.root) } });
  }

  #hover(at: { readonly x: number; readonly y: number } | undefined): void {
    const view = this.#laid;
    const found = at && view && hitAt(this.#scene, at.x, at.y);
    this.#canvas.classList.toggle('pointing', found !== undefined);
    if (found?.box !== this.#hovered) {
      this.#hovered = found?.box;
      this.#frames.paint();
    }
    if (at === undefined || view === undefined || found === undefined) return this.#tip.hide();
    const { node, group, ghost } = found.box;
    const name = (other: SearchNode): string => this.#names.of(other);
    const { reference } = view;
    const lines =
      ghost !== undefined
        ? describeGhost(ghost)
        : group === undefined
          ? [
              ...describeNode(node, view, name(node), view.differs(node)),
              ...describeReference(reference?.noteOf(node), reference?.ghostsBelow(node) ?? []),
            ]
          : describeGroup(group, name);
    this.#tip.show(lines, at.x, at.y, this.#width, this.#height);
  }

  #click(x: number, y: number): void {
    const found = hitAt(this.#scene, x, y);
    if (found === undefined) return;
    const { box, isHandle } = found;
    if (isHandle) this.#toggle(box.node);
    else if (box.group === undefined) this.#events.select(box.node);
    else if (this.#scene === this.#scenes.icicle) this.#goTo(this.#scene.filledBy(box));
    else {
      this.#scenes.tidy.complete(box.node);
      this.#frames.layout(true);
    }
  }

  #doubleClick(x: number, y: number): void {
    const found = hitAt(this.#scene, x, y);
    if (found === undefined || found.isHandle || found.box.group !== undefined) return;
    if (this.#scene === this.#scenes.icicle) this.#goTo(this.#scene.filledBy(found.box));
    else if (found.box.isOpen !== undefined) this.#toggle(found.box.node);
  }

  #toggle(node: SearchNode): void {
    this.#scenes.tidy.hold(node);
    this.#isUrgent = true;
    this.#events.toggle(node);
  }

  #key(event: KeyboardEvent): void {
    const view = this.#view;
    if (view === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const action = keyAction(event.key, view.selected, view.root, view.layout);
    if (action === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    switch (action.kind) {
      case 'select':
        this.#events.select(action.node);
        this.reveal();
        break;
      case 'enter':
        if (view.layout === 'tidy') this.#toggle(view.selected);
        else this.#fill(view.selected);
        break;
      case 'zoom':
        this.zoom(action.factor);
        break;
      case 'fit':
        this.fit();
        break;
      case 'nothing':
        break;
    }
  }

  #fill(node: SearchNode): void {
    this.#frames.settle();
    this.#goTo(this.#scenes.icicle.filledBy({ node, group: undefined }));
  }
}
