import { fieldValue } from '../../../core/mav/record-fields.ts';
import { asFields, asName, asText, asTexts, isFields, present, without } from '../../json-fields.ts';
import { readUsage } from './foreign-fields.ts';
import { foreign, type LogFormat, problemAt } from './log-format.ts';

const READ = new Set(['inference', 'correct_answer']);

/**
 * Results of ChessQA, JSON Lines or a list: a start and moves (`FEN | e2e4 e7e5`) in `input`, the true FEN in `correct_answer`, the answer
 * in `inference`. Tasks other than `structural_state_tracking_*` ask for no state and are skipped.
 */
export const chessQa: LogFormat = {
  name: 'chessqa',
  title: 'results of ChessQA',
  layout: ({ text }) => (text.startsWith('[') ? [''] : 'lines'),
  recognize: ({ first }) => {
    const record = asFields(Array.isArray(first) ? first[0] : first);
    return 'task_type' in record && 'correct_answer' in record && isFields(record['inference']) ? 1 : 0;
  },
  open: () => {
    let others = 0;
    return {
      facts: {},
      piece: ({ value, place }) => {
        if (!isFields(value)) return [problemAt(place, 'this is not a result')];
        if (!String(value['task_type']).includes('state_tracking')) {
          others++;
          return [];
        }
        const [start = '', moves = ''] = String(value['input']).split('|', 2);
        const usage = asFields(fieldValue(value, 'inference.usage'));
        const taken = asText(fieldValue(value, 'inference.extracted'))?.trim();
        return [
          foreign({
            place,
            messages: [],
            answer: asText(fieldValue(value, 'inference.response')) ?? null,
            extracted: taken === undefined || taken === '' ? null : taken,
            targets: asTexts(value['correct_answer']),
            metadata: { start: start.trim(), moves: moves.trim() },
            kept: without(value, READ),
            ...present({
              id: asName(value['task_id']),
              usage: readUsage(usage['prompt_tokens'], usage['completion_tokens']),
            }),
          }),
        ];
      },
      end: () =>
        others === 0
          ? []
          : [{ type: 'note', message: `${others.toLocaleString('en-US')} records of other tasks skipped` }],
    };
  },
};
