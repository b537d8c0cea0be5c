import type { TextEdit } from '../../core/base/text/range.ts';

/** The result for an example: the edit that answers it, or the reason for its absence. */
export type AnsweredExample =
  | { readonly edit: TextEdit }
  | { readonly kind: 'there'; readonly why: string }
  | { readonly kind: 'failed'; readonly why: string };
