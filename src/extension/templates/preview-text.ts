import type { ChatMessage, Model } from '../../models/model.ts';
import { CHARACTERS_A_TOKEN, type PromptTemplate } from '../../models/prompts/prompt.ts';

/** What is shown of a prompt beside the text. */
export interface PromptPreview {
  /** Of which position. */
  readonly place: string;
  readonly template: Pick<PromptTemplate, 'id' | 'title' | 'isRaw'>;
  /** Why it is another template than the one of the settings; a whole sentence. */
  readonly instead?: string;
  readonly messages: readonly ChatMessage[];
  /** Whom the settings name; a text says why there is nobody. */
  readonly model: Pick<Model, 'label' | 'endpoint'> | string;
}

const number = (n: number): string => n.toLocaleString('en-US');

/** The prompt as Markdown: what it is and where it would go, then a heading and a text for each message. */
export function previewText({ place, template, instead, messages, model }: PromptPreview): string {
  const characters = messages.reduce((sum, { content }) => sum + content.length, 0);
  const tokens = Math.ceil(characters / CHARACTERS_A_TOKEN);
  const count = messages.length === 1 ? '1 message' : `${messages.length} messages`;
  const form = template.isRaw === true ? 'a text to continue, not a chat' : count;
  const lines = [
    `Prompt about ${place}`,
    `Template: ${template.id} (${template.title})`,
    `To: ${addressee(model)}`,
    `Size: ${form}, ${number(characters)} characters, about ${number(tokens)} tokens`,
    ...(instead === undefined ? [] : [instead]),
  ];
  const head = lines.map((line) => `> ${line.replace(/\s+/g, ' ')}  \n`).join('');
  const parts = messages.map(({ role, content }) => `\n# ${role}\n\n${content}${content.endsWith('\n') ? '' : '\n'}`);
  return head + parts.join('');
}

/** What is shown where nothing can be asked about. */
export const nothingText = (why: string): string => `> No prompt can be made here: ${why}.\n`;

function addressee(model: PromptPreview['model']): string {
  if (typeof model === 'string') return `nobody: ${model}`;
  const { label, endpoint } = model;
  if (endpoint !== undefined) return `${label} at ${endpoint.host}`;
  // those work by rule
  if (/^(?:baseline|reference):/.test(label)) return `${label}, which uses no prompt`;
  return `${label} on this machine`;
}
