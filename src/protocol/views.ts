// The views of webviews, as VS Code and the pages' messages know them.

/** The identifier of the comparison's panel, which VS Code restores after a reload. */
export const COMPARE_VIEW = 'statelens.compare';

/** The identifier of the board's panel, which VS Code restores after a reload. */
export const BOARD_VIEW = 'statelens.board';

/** The identifier of the report's panel, which VS Code restores after a reload. */
export const REPORT_VIEW = 'statelens.report';

/** The identifier of the panel of a trace or of a search that runs, which VS Code restores after a reload. */
export const TREE_VIEW = 'statelens.tree';

/** The identifier of the custom editor of `.mcts.jsonl` files. */
export const TREE_EDITOR = 'statelens.searchTree';

/** The identifier of the custom editor of `.league.jsonl` files. */
export const LEAGUE_EDITOR = 'statelens.league';

/** The identifier of the state view's panel, which VS Code restores after a reload. */
export const STATE_VIEW = 'statelens.state';

/** The identifier of the panels of Query Games…, which VS Code restores after a reload. */
export const GAMES_VIEW = 'statelens.games';
