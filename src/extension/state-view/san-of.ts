/** The move in the name of a step: `Nxe4` of `4...Nxe4`. */
export const sanOf = (name: string): string => name.replace(/^\d+\.(?:\.\.)?\s*/, '');
