import { chess, chess960 } from '../../../src/core/games/chess/chess.ts';
import type { EngineEvents, EngineProgram } from '../../../src/engine/engine-program.ts';

/** The engine's side of a conversation. */
export interface Voice {
  /** Says lines, after what is being done now. */
  say(...lines: string[]): void;
  die(reason: string, isMissing?: boolean): void;
  /** How often an engine was started so far, this one among them. */
  readonly start: number;
}

/** What an engine does with a line. */
export type Script = (line: string, voice: Voice) => void;

export interface ScriptedEngine extends EngineProgram {
  /** Lines of all that were started. */
  readonly sent: string[];
  readonly starts: number;
  /** Those that run. */
  readonly running: number;
}

/** An engine without a process. */
export function scripted(script: Script): ScriptedEngine {
  const sent: string[] = [];
  let starts = 0;
  let running = 0;
  return {
    name: 'Scripted',
    sent,
    get starts() {
      return starts;
    },
    get running() {
      return running;
    },
    start(events: EngineEvents) {
      let isOver = false;
      const over = (): boolean => {
        if (isOver) return false;
        isOver = true;
        running--;
        return true;
      };
      starts++;
      running++;
      const voice: Voice = {
        start: starts,
        say: (...lines) =>
          void setImmediate(() => {
            for (const line of lines) if (!isOver) events.line(line);
          }),
        die: (reason, isMissing = false) =>
          void setImmediate(() => {
            if (over()) events.ended(reason, isMissing);
          }),
      };
      return {
        send(line) {
          if (isOver) return;
          sent.push(line);
          script(line, voice);
        },
        end() {
          over();
          return Promise.resolve();
        },
      };
    },
  };
}

/** The position that was last told to an engine, and what of it is to be searched. */
export interface Asked {
  readonly fen: string;
  readonly chess960: boolean;
  readonly multiPv: number;
  /** Legal moves, or those that are to be searched alone. */
  readonly moves: readonly string[];
}

export interface Manners {
  readonly name?: string;
  readonly maxVariations?: number;
  readonly knowsChess960?: boolean;
  /** Score of a move: `cp 20`, `mate -3`. Default: a number that depends on it. */
  readonly score?: (move: string, asked: Asked) => string;
  /** Answers `go` in another way; false leaves it to the usual one. */
  readonly go?: (asked: Asked, voice: Voice, line: string) => boolean;
  /** Sees every line first; true: it is dealt with. */
  readonly first?: Script extends (...args: infer A) => void ? (...args: A) => boolean : never;
}

/** An engine that keeps to the protocol, but for what is said otherwise. */
export function engine(manners: Manners = {}): Script {
  const { name = 'Plain 1.0', maxVariations = 500, knowsChess960 = true, go, first } = manners;
  const score =
    manners.score ?? ((move) => `cp ${move.split('').reduce((sum, c) => sum * 3 + c.charCodeAt(0), 0) % 400}`);
  let fen = '';
  let is960 = false;
  let multiPv = 1;
  return (line, voice) => {
    if (first?.(line, voice) === true) return;
    if (line === 'uci') {
      voice.say(
        `id name ${name}`,
        'option name Hash type spin default 16 min 1 max 1024',
        'option name Threads type spin default 1 min 1 max 4',
        `option name MultiPV type spin default 1 min 1 max ${maxVariations}`,
        ...(knowsChess960 ? ['option name UCI_Chess960 type check default false'] : []),
        'uciok',
      );
    } else if (line === 'isready') voice.say('readyok');
    else if (line.startsWith('setoption name MultiPV value ')) multiPv = Number(line.split(' ')[4]);
    else if (line.startsWith('setoption name UCI_Chess960 value ')) is960 = line.endsWith('true');
    else if (line.startsWith('position fen ')) fen = line.slice('position fen '.length);
    else if (line.startsWith('go ')) {
      const automaton = is960 ? chess960 : chess;
      const parsed = automaton.parse(fen);
      const legal = parsed.ok ? automaton.legal(parsed.value) : [];
      const only = line.split(' searchmoves ')[1]?.split(' ');
      const asked = { fen, chess960: is960, multiPv, moves: only ?? legal };
      if (go?.(asked, voice, line) !== true) voice.say(...answer(asked, score));
    }
  };
}

/** What is said to `go`: as many moves as are asked for, in their order. */
export function answer(asked: Asked, score: (move: string, asked: Asked) => string): string[] {
  const shown = asked.moves.slice(0, asked.multiPv);
  const lines = shown.map((move, i) => `info depth 8 multipv ${i + 1} score ${score(move, asked)} nodes 99 pv ${move}`);
  return [...lines, `bestmove ${shown[0] ?? '(none)'}`];
}
