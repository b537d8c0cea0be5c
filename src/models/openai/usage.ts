import type { StatedUsage } from '../../core/evaluation/runs/usage.ts';
import { fieldsOf } from './loose.ts';

/** The numbers of a usage under the names of any of the interfaces; a body of Ollama has them at its top. */
export function statedUsage(usage: unknown): StatedUsage {
  const fields = fieldsOf(usage);
  const details = fields['completion_tokens_details'] ?? fields['output_tokens_details'];
  return {
    input: fields['prompt_tokens'] ?? fields['input_tokens'] ?? fields['prompt_eval_count'],
    output: fields['completion_tokens'] ?? fields['output_tokens'] ?? fields['eval_count'],
    total: fields['total_tokens'],
    reasoning: fieldsOf(details)['reasoning_tokens'] ?? fields['reasoning_tokens'],
  };
}
