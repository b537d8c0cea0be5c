/** The files of the samples: a browser cannot list the folder of an extension. */
export const SAMPLE_FILES = [
  'LICENSE',
  'README.md',
  'chess960.pgn',
  'counter.py',
  'examples.mav',
  'experiment.jsonc',
  'state-tracking.mcts.jsonl',
  'statelens_client.py',
  'states.fen',
  'traces.mav',
  'whole-game.pgn',
  'whole-game.run.jsonl',
  'world-cup.pgn',
  'world-cup.run.jsonl',
  'worlds.walk',
] as const;

/** A place in the samples that shows something. */
export interface Look {
  readonly file: (typeof SAMPLE_FILES)[number];
  /** How the file is shown: as text, as text with the state view beside it, in the editor that VS Code has for it, as a report. */
  readonly as: 'text' | 'state' | 'editor' | 'report';
  /** The cursor stands behind the first of these words; left out: at the beginning. */
  readonly behind?: string;
  /** Set once it was shown: a step of the walkthrough ticks itself by it. */
  readonly seen?: `statelens.seen.${string}`;
}

/** What the samples have to show, by the names that links to them carry. */
export const LOOKS = {
  /** A mistake of a real model that one plain sentence tells. */
  first: { file: 'world-cup.pgn', as: 'state', behind: '8. O-O' },
  /** Several models about one position: one has it right, others castle into a board of their own. */
  compare: { file: 'world-cup.pgn', as: 'state', behind: '8. Nb3 Nc8', seen: 'statelens.seen.compare' },
  /** Three models along a game: here one of them loses it. */
  trace: { file: 'whole-game.pgn', as: 'state', behind: '4... Nxe4', seen: 'statelens.seen.trace' },
  /** The decision for an action that the trace never tried. */
  mav: { file: 'traces.mav', as: 'state', behind: 'g3g5 : "<ctrl43>"', seen: 'statelens.seen.mav' },
  search: { file: 'state-tracking.mcts.jsonl', as: 'editor', seen: 'statelens.seen.search' },
  report: { file: 'world-cup.run.jsonl', as: 'report', seen: 'statelens.seen.report' },
  evaluate: { file: 'experiment.jsonc', as: 'text' },
} as const satisfies Readonly<Record<string, Look>>;

/** The look of a name; the first one for anything else. */
export const lookOf = (name: unknown): Look =>
  typeof name === 'string' && Object.hasOwn(LOOKS, name) ? LOOKS[name as keyof typeof LOOKS] : LOOKS.first;
