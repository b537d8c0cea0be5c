import type { ChatMessage, Model } from '../../models/model.ts';
import { CHARACTERS_A_TOKEN, type PromptTemplate } from '../../models/prompts/prompt.ts';
import { t } from '../platform/l10n.ts';

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
  const count = messages.length === 1 ? t('1 message') : t('{0} messages', messages.length);
  const form = template.isRaw === true ? t('a text to continue, not a chat') : count;
  const lines = [
    t('Prompt about {0}', place),
    t('Template: {0} ({1})', template.id, template.title),
    t('To: {0}', addressee(model)),
    t('Size: {0}, {1} characters, about {2} tokens', form, number(characters), number(tokens)),
    ...(instead === undefined ? [] : [instead]),
  ];
  const head = lines.map((line) => `> ${line.replace(/\s+/g, ' ')}  \n`).join('');
  const parts = messages.map(({ role, content }) => `\n# ${role}\n\n${content}${content.endsWith('\n') ? '' : '\n'}`);
  return head + parts.join('');
}

/** What is shown where nothing can be asked about. */
export const nothingText = (why: string): string => `> ${t('No prompt can be made here: {0}.', why)}\n`;

function addressee(model: PromptPreview['model']): string {
  if (typeof model === 'string') return t('nobody: {0}', model);
  const { label, endpoint } = model;
  if (endpoint !== undefined) return t('{0} at {1}', label, endpoint.host);
  // those work by rule
  if (/^(?:baseline|reference):/.test(label)) return t('{0}, which uses no prompt', label);
  return t('{0} on this machine', label);
}
