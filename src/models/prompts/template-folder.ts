/** Where a workspace keeps templates of its own, below its folder. */
export const TEMPLATE_FOLDER = '.statelens/templates';
