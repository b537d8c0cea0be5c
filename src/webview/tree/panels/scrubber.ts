import { simulationWords } from '../../../core/search/view/search-words.ts';
import { button, h } from '../../common/dom.ts';
import { hasAny, type Panel, type PanelContext, setText } from './panel.ts';

/** Simulations a second that are played. */
const SPEEDS = [1, 2, 5, 10, 25, 100, 500];
const USUAL = 5;

export interface Scrubber extends Panel {
  /** Goes on or back by so many simulations. */
  step(by: number): void;
  /** Plays, or stands still. */
  play(): void;
}

/** Goes through the simulations of a search, or the evaluations of a trace. */
export function scrubber({ store }: PanelContext): Scrubber {
  const range = h('input', {
    type: 'range',
    min: 0,
    step: 1,
    'aria-label': 'Simulations',
    input: () => go(range.valueAsNumber),
  });
  const place = h('span', { class: 'place' });
  const words = h('p', { class: 'did' });
  const step = (sign: string, name: string, by: number): HTMLButtonElement =>
    button(sign, () => go(store.at + by), { 'aria-label': name, title: name });
  const first = step('«', 'Before the first', Number.NEGATIVE_INFINITY);
  const back = step('‹', 'One back', -1);
  const on = step('›', 'One forward', 1);
  const last = step('»', 'After the last', Number.POSITIVE_INFINITY);
  const play = button('▶', () => toggle(), { 'aria-label': 'Play', title: 'Play (p)', class: 'play' });
  const speed = h(
    'select',
    { 'aria-label': 'Speed', title: 'Simulations per second' },
    ...SPEEDS.map((n) => h('option', { value: n, selected: n === USUAL }, `${n}/s`)),
  );
  const follow = button('Follow', () => (store.isAtEnd ? store.hold() : go(Number.POSITIVE_INFINITY)), {
    title: 'Follow each simulation as it completes',
    class: 'toggle',
  });
  const element = h(
    'div',
    { class: 'scrubber', role: 'group', 'aria-label': 'Position in the search' },
    h('div', { class: 'stepper' }, first, back, play, on, last),
    range,
    place,
    speed,
    follow,
    words,
  );
  /** The time that was played up to; undefined while it stands still. */
  let played: number | undefined;

  function go(to: number): void {
    pause();
    store.goTo(to);
  }

  function pause(): void {
    played = undefined;
    show();
  }

  function toggle(): void {
    if (played !== undefined) return pause();
    if (store.at >= store.total) store.goTo(0);
    played = performance.now();
    show();
    requestAnimationFrame(tick);
  }

  function tick(time: number): void {
    if (played === undefined) return;
    const due = Math.floor(((time - played) / 1000) * Number(speed.value));
    if (due > 0) {
      played = time;
      const to = store.at + due;
      store.goTo(to);
      if (to >= store.total) return pause();
    }
    requestAnimationFrame(tick);
  }

  function show(): void {
    const isPlaying = played !== undefined;
    setText(play, isPlaying ? '⏸' : '▶');
    play.setAttribute('aria-label', isPlaying ? 'Pause' : 'Play');
    play.title = isPlaying ? 'Pause (p)' : 'Play (p)';
    const { stored, tree, states, at, total, isTrace } = store;
    range.max = String(total);
    range.value = String(at);
    for (const item of [first, back]) item.disabled = at === 0;
    for (const item of [on, last]) item.disabled = at >= total;
    play.disabled = total === 0;
    follow.hidden = store.source?.source !== 'search' || store.status?.state === 'done';
    follow.setAttribute('aria-pressed', String(store.isAtEnd));
    const one = isTrace ? 'evaluation' : 'simulation';
    range.setAttribute('aria-label', isTrace ? 'Evaluations' : 'Simulations');
    setText(place, `${at} / ${total}`);
    const simulation = stored?.simulations[at - 1];
    const did =
      simulation === undefined || tree === undefined || states === undefined
        ? total === 0
          ? ''
          : `Before the first ${one}`
        : simulationWords(simulation, tree.root, (id) => tree.nodes.get(id), states);
    setText(words, did);
    words.title = did;
    range.setAttribute('aria-valuetext', `${at} of ${total}. ${did}`);
  }

  return {
    element,
    step: (by) => go(store.at + by),
    play: toggle,
    update: (changed) => {
      if (changed.has('source')) played = undefined;
      if (hasAny(changed, 'source', 'tree', 'status')) show();
    },
  };
}
