// Identifiers of webviews, for VS Code and the pages' messages.

/** Identifier of the comparison's panel, which VS Code restores after a reload. */
export const COMPARE_VIEW = 'statelens.compare';

/** Identifier of the board's panel, which VS Code restores after a reload. */
export const BOARD_VIEW = 'statelens.board';

/** Identifier of the report's panel, which VS Code restores after a reload. */
export const REPORT_VIEW = 'statelens.report';

/** Identifier of the panel of a trace or of a running search, which VS Code restores after a reload. */
export const TREE_VIEW = 'statelens.tree';

/** Identifier of the custom editor of `.mcts.jsonl` files. */
export const TREE_EDITOR = 'statelens.searchTree';

/** Identifier of the custom editor of `.league.jsonl` files. */
export const LEAGUE_EDITOR = 'statelens.league';

/** Identifier of the state view's panel, which VS Code restores after a reload. */
export const STATE_VIEW = 'statelens.state';

/** Identifier of the panels of Query Games…, which VS Code restores after a reload. */
export const GAMES_VIEW = 'statelens.games';

/** Identifier of the panels of a MAV file's statistics, which VS Code restores after a reload. */
export const MAV_STATS_VIEW = 'statelens.mavStats';
