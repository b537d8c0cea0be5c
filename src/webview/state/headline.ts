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
  readonly sentences: readonly string[];
  readonly numbers: readonly string[];
}

interface HeadlineProps {
  readonly statement: Statement;
  /** Identifies the text. */
  readonly name: string;
  /** Texts of the steps, whose room is kept, so that steps move nothing. */
  readonly texts: StepTexts;
  /** Tells what goes below the boards. */
  readonly left: (rest: Content) => void;
}

/** Lines of the sentence. */
const MAX_LINES = 2;

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

/**
 * The sentence and the numbers. Nothing of them is cut: what does not fit into two lines goes below the boards, a whole
 * part at a time.
 */
export function Headline({ statement, name, texts, left }: HeadlineProps): JSX.Element {
  const width = useWindowWidth();
  const [sentence, numbers] = [useRef<HTMLHeadingElement>(null), useRef<HTMLParagraphElement>(null)];
  const box = useRef<HTMLDivElement>(null);
  const key = `${width} ${name}`;
  const [known, setFit] = useState<Fit | undefined>(undefined);
  const fit = known?.key === key ? known : { key, parts: statement.parts };
  useLayoutEffect(() => {
    if (linesIn(sentence.current) > MAX_LINES && fit.parts > 1) setFit({ key, parts: fit.parts - 1 });
    else left(fit.parts < statement.parts ? statement.rest(fit.parts) : null);
  }, [key, fit.parts]);
  // As many lines are kept as a step needs: none where all have short texts.
  useLayoutEffect(() => {
    const style = box.current?.parentElement?.style;
    const lines = linesFor(sentence.current, texts.sentences);
    style?.setProperty('--lines', String(Math.min(MAX_LINES, lines)));
    style?.setProperty('--more', String(Math.min(MAX_LINES, Math.max(0, lines - MAX_LINES))));
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
