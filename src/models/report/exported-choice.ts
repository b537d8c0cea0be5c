/** Which answers a page of a report holds: what the models got wrong, all of them, or none. */
export const EXPORTED_SAMPLES = ['failures', 'all', 'none'] as const;
export type ExportedChoice = (typeof EXPORTED_SAMPLES)[number];
