import { type Range, shiftRange } from '../../core/base/text/range.ts';
import { type MavLenses, MavSums, mavLenses } from '../../core/mav/features/lenses.ts';
import type { MavLens } from '../../core/mav/features/trace-lens.ts';
import type { MavDialect, MavSection } from '../../core/mav/syntax.ts';
import { inputLineCount } from '../../core/mav/write/prompt-edits.ts';
import type { ExampleAction } from '../../protocol/lsp.ts';
import type { LensMode } from '../../protocol/settings.ts';
import type { ClientAbilities } from '../abilities.ts';
import type { ServerDocument } from '../documents/document.ts';
import type { Section, SectionLocation } from '../documents/sections.ts';
import type { LensEntry, LensItem, LensText } from './lens.ts';

interface SectionItems {
  readonly dialect: MavDialect;
  readonly found: MavLenses;
  /** The first line of its trace. */
  readonly trace: Range | undefined;
  /** Header of its example outside of a trace, if that has inputs. */
  readonly actions: { readonly range: Range; readonly isAnswered: boolean } | undefined;
}

/** Most sections of a file whose examples have lenses with actions: with them there are four lenses an example. */
const MAX_WITH_ACTIONS = 2000;

/** Lenses of MAV files other than those of predicted states, kept as long as their section. */
export class MavItems {
  readonly #kept = new WeakMap<Section, SectionItems>();

  /**
   * Returns the items of a document, in order.
   *
   * @param client opens trees of traces, and acts on examples
   * @param pause awaited between two sections; returns false to give up
   * @returns undefined when it gave up
   */
  async of(
    document: ServerDocument,
    mode: LensMode,
    dialect: MavDialect,
    client: Pick<ClientAbilities, 'trees' | 'examples'>,
    pause: () => Promise<boolean> | undefined,
  ): Promise<LensItem[] | undefined> {
    if (mode === 'off') return [];
    const items: LensItem[] = [];
    const sums = new MavSums();
    for (let i = 0; i < document.sections.count; i++) {
      const pausing = pause();
      if (pausing !== undefined && !(await pausing)) return undefined;
      const placed = document.sections.at(i);
      const { found, trace, actions } = this.#found(document, placed, dialect);
      sums.addAll(found.sums);
      if (mode === 'summary') continue;
      for (const lens of found.lenses) if (mode === 'all' || lens.isWrong) items.push(new MavItem(placed, lens));
      // after the lens about the trace, which has the same range
      if (client.trees && trace !== undefined) items.push(treeItem(shiftRange(trace, placed.offset)));
      if (client.examples && actions !== undefined && document.sections.count <= MAX_WITH_ACTIONS)
        items.push(...actionItems(shiftRange(actions.range, placed.offset), actions.isAnswered, document.uri));
    }
    const summary = mode === 'summary' ? sums.text : undefined;
    return summary === undefined
      ? items
      : [{ range: { start: 0, end: 0 }, needs: [], render: () => ({ title: summary }) }, ...items];
  }

  #found(document: ServerDocument, placed: SectionLocation, dialect: MavDialect): SectionItems {
    const known = this.#kept.get(placed.section);
    if (known?.dialect === dialect) return known;
    const view = document.mavView(placed);
    const found = mavLenses(view, dialect);
    const kept = { dialect, found, trace: view.trace?.trace.head, actions: actionable(view.section) };
    this.#kept.set(placed.section, kept);
    return kept;
  }
}

/** Returns the lens that opens the tree of the trace at a range. */
const treeItem = (range: Range): LensItem => ({
  range,
  needs: NONE,
  render: () => ({ title: 'Open search tree', tooltip: 'Nodes, values and boards of this trace', tree: range.start }),
});

/** Documents that cannot be edited: versions of a repository, and what the client itself shows. */
const READ_ONLY = /^(?:git|statelens-[a-z]+):/;

/** Returns the lenses of what can be done with an example: with a prompt, or with an answer. */
function actionItems(range: Range, isAnswered: boolean, uri: string): LensItem[] {
  const isReadOnly = READ_ONLY.test(uri);
  const actions = isAnswered ? ANSWER_ACTIONS : PROMPT_ACTIONS;
  return actions
    .filter(({ writes }) => !(writes && isReadOnly))
    .map(({ title, tooltip, example }) => ({ range, needs: NONE, render: () => ({ title, tooltip, example }) }));
}

/** Returns the header of an example with a question, and if it is answered; undefined for anything else. */
function actionable({ item }: MavSection): SectionItems['actions'] {
  if (item?.kind !== 'example') return undefined;
  const { header, lines } = item;
  const inputs = inputLineCount(item);
  const isAnswered = lines.length > inputs;
  return inputs === 0 || (!isAnswered && header.commands.length <= inputs)
    ? undefined
    : { range: header.range, isAnswered };
}

interface ActionLens {
  readonly title: string;
  readonly tooltip: string;
  readonly example: ExampleAction;
  /** True if it changes the document. */
  readonly writes: boolean;
}

const PROMPT_ACTIONS: readonly ActionLens[] = [
  { title: 'Run', tooltip: 'Inserts the answer of the selected model', example: 'run', writes: true },
  {
    title: 'Insert reference',
    tooltip: 'Inserts the answer by the rules, values from the engine',
    example: 'reference',
    writes: true,
  },
  { title: 'Copy', tooltip: 'Copies the prompt as the model gets it', example: 'copy', writes: false },
];

const ANSWER_ACTIONS: readonly ActionLens[] = [
  { title: 'Compare', tooltip: 'Shows the answer beside the reference', example: 'compare', writes: false },
  { title: 'Keep as example', tooltip: 'Appends prompt and answer to a dataset', example: 'keep', writes: false },
  {
    title: 'Ask again',
    tooltip: 'Asks the selected model; its answer replaces this one or stands below',
    example: 'run',
    writes: true,
  },
];

/** A lens with a title that needs no scores. */
class MavItem implements LensItem {
  readonly range: Range;
  readonly needs = NONE;
  readonly #placed: SectionLocation;
  readonly #lens: MavLens;

  constructor(placed: SectionLocation, lens: MavLens) {
    this.range = shiftRange(lens.range, placed.offset);
    this.#placed = placed;
    this.#lens = lens;
  }

  render(): LensText {
    const { title, tooltip, place, target } = this.#lens;
    const { game, offset } = this.#placed;
    return {
      title,
      tooltip,
      ...(place !== undefined && { place: { game, ply: place.position, path: [], label: place.label } }),
      ...(target !== undefined && { target: shiftRange(target, offset) }),
    };
  }
}

const NONE: readonly LensEntry[] = [];
