import { h, type JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Content } from '../common/elements.ts';
import { t } from '../common/l10n.ts';
import { widestText } from '../common/layout.ts';

/** Words above the boards, in parts, of which the last ones may go below the boards. */
export interface Statement {
  /** Returns the sentence with its first `parts` parts. */
  readonly sentence: (parts: number) => Content;
  /** Number of parts of the sentence, 1 or more. */
  readonly parts: number;
  /** Returns what the sentence leaves out after its first `parts` parts. */
  readonly rest: (parts: number) => Content;
  readonly numbers: Content;
}

/** Sentences and numbers at the steps of a line. */
export interface StepTexts {
  /** The parts of each sentence. */
  readonly sentences: readonly (readonly string[])[];
  readonly numbers: readonly string[];
}

interface HeadlineProps {
  readonly statement: Statement;
  /** Identifies the text. */
  readonly name: string;
  /** Texts of all models at all steps, whose room is kept, so that steps and models move nothing. */
  readonly texts: StepTexts;
  /** Tells what goes below the boards. */
  readonly left: (rest: Content) => void;
}

/** Lines of the sentence. */
const MAX_LINES = 2;

/** Number of sentences that are measured: the longest ones need the most room. */
const LONGEST = 60;

/** Share of a line that words fill on average before they wrap. */
const FILLED = 0.9;

/** Parts of a sentence that fit. */
interface Fit {
  readonly key: string;
  readonly parts: number;
}

/** Number of lines of an element. */
function linesIn(element: HTMLElement | null): number {
  if (element === null) return 0;
  return Math.round(element.clientHeight / Number.parseFloat(getComputedStyle(element).lineHeight));
}

/** Returns the number of lines that the longest of some texts needs in an element. */
function linesFor(element: HTMLElement | null, texts: readonly string[]): number {
  if (element === null || element.clientWidth === 0 || texts.length === 0) return 1;
  const widest = widestText(element, texts);
  return widest <= element.clientWidth - 6 ? 1 : Math.max(2, Math.ceil(widest / (element.clientWidth * FILLED)));
}

/** Room for the sentences of all steps. */
interface Room {
  /** Lines above the boards, at most `MAX_LINES`. */
  readonly lines: number;
  /** Height below the boards, in pixels. */
  readonly below: number;
}

/**
 * Measures sentences in two elements that nobody sees, divided as the headline divides them.
 *
 * @param sentences parts of each sentence
 */
function measureRoom(above: HTMLElement, below: HTMLElement, sentences: StepTexts['sentences']): Room {
  let room: Room = { lines: 1, below: 0 };
  const distinct = [...new Set(sentences.map((parts) => parts.join('\n')))];
  for (const text of distinct.sort((a, b) => b.length - a.length).slice(0, LONGEST)) {
    const parts = text.split('\n');
    let count = parts.length;
    above.textContent = parts.join('; ');
    while (linesIn(above) > MAX_LINES && count > 1) above.textContent = parts.slice(0, --count).join('; ');
    below.textContent = parts.slice(count).join('; ');
    room = {
      lines: Math.max(room.lines, Math.min(MAX_LINES, linesIn(above))),
      below: Math.max(room.below, below.getBoundingClientRect().height),
    };
  }
  above.textContent = '';
  below.textContent = '';
  return room;
}

/**
 * The sentence and the numbers. Nothing of them is cut: what does not fit into two lines goes below the boards, a whole
 * part at a time.
 */
export function Headline({ statement, name, texts, left }: HeadlineProps): JSX.Element {
  const width = useWindowWidth();
  const [sentence, numbers] = [useRef<HTMLHeadingElement>(null), useRef<HTMLParagraphElement>(null)];
  const [box, probe] = [useRef<HTMLDivElement>(null), useRef<HTMLDivElement>(null)];
  const key = `${width} ${name}`;
  const [known, setFit] = useState<Fit | undefined>(undefined);
  const fit = known?.key === key ? known : { key, parts: statement.parts };
  useLayoutEffect(() => {
    // A sentence of one part is not measured: that would make the browser lay out the page within each step.
    if (fit.parts > 1 && linesIn(sentence.current) > MAX_LINES) setFit({ key, parts: fit.parts - 1 });
    else left(fit.parts < statement.parts ? statement.rest(fit.parts) : null);
  }, [key, fit.parts]);
  // As many lines are kept as a step needs: none where all have short texts.
  useLayoutEffect(() => {
    const style = box.current?.parentElement?.style;
    const [above, below] = [probe.current?.firstElementChild, probe.current?.lastElementChild];
    if (!(above instanceof HTMLElement) || !(below instanceof HTMLElement)) return;
    const room = measureRoom(above, below, texts.sentences);
    style?.setProperty('--lines', String(room.lines));
    style?.setProperty('--more', `${room.below}px`);
    style?.setProperty('--rows', String(Math.min(MAX_LINES, linesFor(numbers.current, texts.numbers))));
  }, [width, texts]);
  return h(
    'div',
    { class: 'statement', role: 'group', 'aria-label': t('Statement'), ref: box },
    h(
      'div',
      { class: 'said', key: `${name} ${fit.parts}` },
      h('h1', { class: 'sentence', ref: sentence }, statement.sentence(fit.parts)),
      h('p', { class: 'numbers', ref: numbers }, statement.numbers),
    ),
    h(
      'div',
      { class: 'probe', 'aria-hidden': true, ref: probe },
      h('p', { class: 'sentence' }),
      h('p', { class: 'rest', lang: 'en' }),
    ),
  );
}

/** Returns the width of the window, in pixels. */
function useWindowWidth(): number {
  const [width, setWidth] = useState(window.innerWidth);
  useEffect(() => {
    const resized = (): void => setWidth(window.innerWidth);
    window.addEventListener('resize', resized);
    return () => window.removeEventListener('resize', resized);
  }, []);
  return width;
}
