import { fenOfNative, writeNative } from '../../core/mav/native-chess.ts';

/** A MAV prompt with native states alone, and the way back for its answer. */
export interface NativePrompt {
  readonly prompt: string;
  /** The answer with states in the forms that were asked for. A state that is none stays as the model wrote it. */
  readonly restore: (answer: string) => string;
}

const HEADER = /^(\s*<mav game=chess(?:960)?\b)([^\n]*?)( <\/mav>)/;
const COMMAND = / %(prev_)?(FEN|state)(?![\w-])/g;
const GIVEN_FEN = /\[%(prev_)?FEN ([^\]\n]*)\]/g;
const GIVEN_STATE = /\[%state /;
const STATE_LINE = /\[%state ([^\]\n]*)\]/g;

/** The fields that a FEN may leave out. */
const LEFT_OUT = ['', 'w', '-', '-', '0', '1'];

/**
 * Translates a prompt of chess whose states are FENs into one with native states, which built-in models know alone; undefined where it
 * has no FEN. What is asked for in both forms is asked for once. The digits of a native state are read as StateLens writes them.
 */
export function nativePrompt(prompt: string): NativePrompt | undefined {
  const header = HEADER.exec(prompt);
  if (header === null || !prompt.includes('FEN')) return undefined;
  const [whole, begin = '', commands = '', end = ''] = header;
  const body = prompt.slice(whole.length);
  /** The forms of each state that is asked for, in order. */
  const asked: string[][] = [];
  let isGiven = GIVEN_STATE.test(body) || /\[%FEN /.test(body);
  let last = -1;
  const native = commands.replace(COMMAND, (_, previous: string | undefined, form: string, at: number) => {
    const isPair = previous === undefined && at === last && asked.at(-1)?.includes(form) === false;
    last = at + ` %${previous ?? ''}${form}`.length;
    if (previous !== undefined) return ' %prev_state';
    if (isPair) {
      asked.at(-1)?.push(form);
      return '';
    }
    if (isGiven) isGiven = false;
    else asked.push([form]);
    return ' %state';
  });
  const states = body.replace(GIVEN_FEN, (_, previous: string | undefined, fen: string) => {
    const fields = fen.trim().split(/\s+/);
    return `[%${previous ?? ''}state ${writeNative(LEFT_OUT.map((missing, i) => fields[i] ?? missing).join(' '))}]`;
  });
  return {
    prompt: begin + native + end + states,
    restore: (answer) => {
      const wanted = [...asked];
      return answer.replace(STATE_LINE, (line, state: string) => {
        const forms = wanted.shift() ?? ['state'];
        return forms.map((form) => (form === 'FEN' ? `[%FEN ${fenOfNative(state) ?? state}]` : line)).join('\n');
      });
    },
  };
}
