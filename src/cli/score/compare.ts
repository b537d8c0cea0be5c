import { type Command, Option } from 'commander';
import { type TextBoardStyle, textBoards } from '../../core/board/board-text.ts';
import { isStoneGame, type StoneBoard, stonePair, stoneTextBoard } from '../../core/board/stone-board.ts';
import { methodLine } from '../../core/evaluation/exports/command-line.ts';
import { PairComparer } from '../../core/metrics/compare.ts';
import { COMPARED_GAME_NAMES, COMPARED_GAMES, type ComparedGame } from '../../core/metrics/compared-games.ts';
import type { Comparison, DepthPair, NamedMove } from '../../core/metrics/comparison.ts';
import { predictedState } from '../../core/metrics/fen-reading.ts';
import { formatScore, scoreFormat, subscript } from '../../core/metrics/score-format.ts';
import { conventionText } from '../../core/metrics/wording.ts';
import { worldGame, worldReader } from '../../core/metrics/world-pair-reading.ts';
import { inferChessVariant } from '../../core/notation/fen/record-position.ts';
import type { World } from '../../core/worlds/world.ts';
import { type Act, EXIT, usageError } from '../command.ts';
import { jsonOption } from '../common-options.ts';
import { columns, type Style, type Terminal } from '../io/terminal.ts';
import { openWorld, worldFlag } from '../open-world.ts';
import { addScoringOptions, compareOptions, type ScoringFlags } from '../options.ts';
import { SCHEMA } from './score-lines.ts';

const AFTER_HELP = `
Quote each FEN. An empty PREDICTED or \`?\` stands for an answer without a state, \`??\` for one that cannot be read,
and \`?\` in the place of a field for a field that is not stated. docs/cli.md describes --json.

Example:
  $ statelens compare "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1" \\
      "rnbqkbnr/pppppppp/8/8/8/4P3/PPPP1PPP/RNBQKBNR b KQkq - 0 1"`;

interface CompareFlags extends ScoringFlags {
  readonly game?: ComparedGame;
  readonly world?: string;
  readonly json?: boolean;
}

export function define(command: Command, act: Act): void {
  command
    .description(
      'Compare a predicted state with the true state: p_m and r_m by depth, string metrics, verdict, differences.',
    )
    .argument(
      '<true>',
      'FEN of the true state; for Connect Four, Hex and Othello: side || cells ||; for worlds: docs/worlds.md',
    )
    .argument('<predicted>', 'the predicted state, in the same form');
  addScoringOptions(command)
    .addOption(
      new Option(
        '--game <name>',
        'rules of the game (default: chess, or Chess960 by the castling rights of the true state)',
      ).choices(COMPARED_GAME_NAMES),
    )
    .addOption(worldFlag().conflicts('game'))
    .addOption(jsonOption())
    .addHelpText('after', AFTER_HELP)
    .action(act(compare));
}

async function compare(terminal: Terminal, trueFen: string, predicted: string, flags: CompareFlags): Promise<number> {
  const predictedFen = predictedState(predicted);
  const options = { ...compareOptions(flags), setBased: true, moves: true };
  const { policy = 'uniform', game = inferChessVariant(trueFen) } = flags;
  const world = flags.world === undefined ? undefined : (await openWorld(terminal, flags.world)).world;
  const reader = world === undefined ? COMPARED_GAMES[game] : worldReader(world);
  if (!reader.policies.names.includes(policy))
    throw usageError(`--policy ${policy} requires chess or chess960; ${flags.world ?? game} has uniform only`);
  const shown = world === undefined ? game : (worldGame(world) ?? world);
  const pair: ComparedPair = { trueFen, predictedFen, kind: shown };
  const comparer = new PairComparer(reader);
  const input = { trueFen, predictedFen: predictedFen ?? undefined };
  const compared = comparer.compare(input, options);
  if (!compared.ok) {
    if (compared.error !== 'unread') throw new Error('a comparison without a budget ran out of it');
    const read = comparer.text(input);
    const shown = flags.json === true ? JSON.stringify({ schema: SCHEMA, ...read }) : read.sentence;
    await terminal.print(`${shown}\n`);
    return EXIT.ok;
  }
  const result = compared.value;
  const text =
    flags.json === true ? JSON.stringify({ schema: SCHEMA, ...result }) : comparisonText(result, pair, terminal.style);
  await terminal.print(`${text.trimEnd()}\n`);
  return EXIT.ok;
}

/** Two states for display: those of a game as boards, those of a world as text. */
interface ComparedPair {
  readonly trueFen: string;
  readonly predictedFen: string | null;
  readonly kind: ComparedGame | World<unknown>;
}

const MAX_MOVES = 12;

/**
 * Formats a comparison: sentence, verdict, boards, moves, scores by depth, string metrics, method; in the order of the hover.
 */
function comparisonText(c: Comparison, { kind, trueFen, predictedFen }: ComparedPair, style: Style): string {
  const parts: string[][] = [
    c.sentence === c.verdictText ? [style.bold(c.sentence)] : [style.bold(c.sentence), c.verdictText],
  ];
  if (c.truthReason !== null) parts.push([`The true state is not valid${c.valid ? '' : ' either'}: ${c.truthReason}`]);
  if (predictedFen !== null) {
    if (typeof kind === 'object')
      parts.push(
        columns(
          [
            ['true', trueFen],
            ['believed', predictedFen],
          ],
          ['left', 'left'],
        ),
      );
    else if (isStoneGame(kind)) parts.push(stoneBoards(kind, trueFen, predictedFen, style));
    else parts.push(textBoards(trueFen, predictedFen, style));
  }
  if (!c.valid) parts.push([conventionText(c)]);
  // Without a state there is no position in which a move could be lost, and no method.
  if (predictedFen === null) return printed(parts);
  const moves = [
    ...movesLine('moves lost', c.movesLost, c.movesInvented),
    ...movesLine('moves invented', c.movesInvented, c.movesLost),
  ];
  if (moves.length > 0) parts.push(columns(moves, ['left', 'left']));
  parts.push(depthTable(c, style));
  parts.push(columns(facts(c, typeof kind === 'object' ? kind.part : undefined), ['left', 'left']));
  return printed(parts);
}

const printed = (parts: readonly (readonly string[])[]): string =>
  `${parts.map((lines) => lines.join('\n')).join('\n\n')}\n`;

/** Names moves in SAN, or in UCI where both lists have a move with the same SAN. */
function movesLine(title: string, moves: readonly NamedMove[] | null, others: readonly NamedMove[] | null): string[][] {
  if (moves === null || moves.length === 0) return [];
  const shown = moves
    .slice(0, MAX_MOVES)
    .map(({ san, uci }) => (others?.some((other) => other.san === san) === true ? uci : san));
  const more = moves.length > MAX_MOVES ? ` and ${moves.length - MAX_MOVES} more` : '';
  return [[`${title} (${moves.length})`, `${shown.join(' ')}${more}`]];
}

function depthTable(c: Comparison, style: Style): string[] {
  const cell = (which: 'p' | 'r', i: number): string => formatScore(c[which][i] ?? 0, scoreFormat(c, which, i));
  const joint = (i: number): string => formatScore(c.f[i] ?? 0, { estimate: i >= c.exactDepths });
  const rows = c.p.map((_, i) => [String(i + 1), cell('p', i), cell('r', i), joint(i)]);
  const [head = '', ...body] = columns([['depth', 'p', 'r', 'f'], ...rows], ['right', 'left', 'left', 'left']);
  return [style.dim(head), ...body];
}

/** @param part name of a world's parts; undefined for a game, which has a board */
function facts(c: Comparison, part: string | undefined): string[][] {
  const m = subscript(c.m);
  const rows: string[][] = [];
  if (c.conditional !== null) {
    let before: DepthPair = c;
    for (const [name, scores] of [
      ['with the true side to move', c.conditional.trueSide],
      ['board only', c.conditional.boardOnly],
    ] as const) {
      const { p, r, exact } = scores;
      if (p.at(-1) === before.p.at(-1) && r.at(-1) === before.r.at(-1)) continue;
      before = scores;
      const options = { estimate: !exact };
      rows.push([name, `p${m} ${formatScore(p.at(-1) ?? 0, options)} · r${m} ${formatScore(r.at(-1) ?? 0, options)}`]);
    }
  }
  if (c.setBased !== null)
    rows.push(['set-based', `p${m} ${formatScore(c.setBased.p)} · r${m} ${formatScore(c.setBased.r)}`]);
  rows.push(['edit distance', `${c.editDistance}${editNote(c, part === undefined)} · kernel ${formatScore(c.kernel)}`]);
  rows.push([`correct ${c.part ?? 'square'}s`, `${c.squaresRight} of ${c.squares}`]);
  rows.push(['method', methodLine(c)]);
  return rows;
}

/** Returns other edit distances in brackets: of a game's boards alone, and of the texts as written if it differs. */
function editNote({ editDistance, rawEditDistance, placementDistance }: Comparison, hasBoard: boolean): string {
  const others = hasBoard ? [`board only ${placementDistance}`] : [];
  if (rawEditDistance !== undefined && rawEditDistance !== editDistance) others.push(`as written ${rawEditDistance}`);
  return others.length === 0 ? '' : ` (${others.join(', ')})`;
}

const GAP = '    ';

/** Prints a true and a predicted board of stones side by side, with different cells in brackets. */
function stoneBoards(
  kind: StoneBoard['kind'],
  trueText: string,
  predictedText: string,
  style: TextBoardStyle,
): string[] {
  const { truth, predicted } = stonePair(kind, trueText, predictedText);
  const [left, right] = [stoneTextBoard(truth), stoneTextBoard(predicted)];
  const width = Math.max('true'.length, ...left.map((line) => line.length));
  const rows = Math.max(left.length, right.length);
  return [
    style.dim(`${'true'.padEnd(width)}${GAP}believed`),
    ...Array.from({ length: rows }, (_, i) => `${(left[i] ?? '').padEnd(width)}${GAP}${right[i] ?? ''}`.trimEnd()),
  ];
}
