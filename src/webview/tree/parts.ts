/** The parts of the page's state. */
export const PARTS = [
  'source',
  'progress',
  'tree',
  'truth',
  'selection',
  'view',
  'status',
  'found',
  'values',
  'notice',
] as const;
export type Part = (typeof PARTS)[number];
