import { readFileSync } from 'node:fs';

const fixture = (name: string): unknown => JSON.parse(readFileSync(`test/fixtures/traces/${name}`, 'utf8'));

/** Traces as the generator of Stream of Search writes them. */
export const STREAMS: readonly string[] = (fixture('stream-of-search.json') as { trace: string }[]).map(
  ({ trace }) => trace,
);

/** A* searches of mazes, on three lines. */
export const ASTAR_TRACES: readonly string[] = (
  fixture('astar-tokens.json') as { prompt: string; reasoning: string; plan: string }[]
).map(({ prompt, reasoning, plan }) => `${prompt}\n${reasoning}\n${plan}\n`);

export const MAV_TEXT: string = readFileSync('samples/traces.mav', 'utf8');

export const LINTREE_TEXT = `Task: blocks3
Goal: (on a b)
Node 0: a | b | c
Node 1 (parent: 0): pick-up(a) -> holding a | b | c
Node 2 (parent: 1, g: 2, h: 0): stack(a,b) -> a b | c
Goal reached 2
Backtrack to 0
Step 3 (from step 0): pick-up(b)
[4] parent=0 action=pick-up(c) state=a | b
5 <- 0: put-down(c) -> a | b | c
Abandon 3: nothing to gain
No solution below 4
Value 1: 0.5
Best 0: pick-up(a)
Plan: pick-up(a), stack(a,b)
`;

export const TAGS_TEXT = `<trace>
<task world="countdown" algorithm='dfs'><start>17:[46, 39]</start><goal>17</goal></task>
I begin with the difference.
<node id="0">17:[46, 39]</node>
<node action="46-39" parent=0 id=1 value=0.5>17:[7]</node>
<abandon node="1">7 is not 17 &amp; nothing is left</abandon>
<node id="2" parent="0"><action>46+39</action><state>17:[85]</state></node>
<no-goal node="2"/>
<visit>0</visit>
<unsolvable/>
<choose></choose>
</trace>
`;

export const JSON_TEXT = `{"event": "task", "world": "s5", "start": "1 2 3 4 5", "breadth": 3}
{"id": 0, "state": "1 2 3 4 5"}
{"node_id": 1, "parent_id": 0, "move": "(12)", "board": "2 1 3 4 5", "score": -1.5, "time": 0.25}
{"type": "expand", "id": "2", "parent": {"path": ["(12)"]}, "action": "(23)", "state": "2 3 1 4 5"}
{"event": "backtrack", "to": 0}
{"event": "prune", "node": {"id": "2", "path": "(12) (23)"}, "why": "seen \\"before\\""}
{"event": "plan", "actions": ["(12)", "(23)"]}
`;

export const PROSE_TEXT = `FEN: 6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1

Let me look at the candidates. If Rd7, then Kf8 and Rb7 keeps the rook active (+0.3).
What about Qd8? No. Alternatively, Rd8# ends the game.

I'll play Rd8#.
`;

/** Texts of each dialect, by its id. */
export const DIALECT_TEXTS: Readonly<Record<string, readonly string[]>> = {
  sos: STREAMS,
  astar: ASTAR_TRACES,
  lintree: [LINTREE_TEXT],
  tags: [TAGS_TEXT],
  jsonl: [JSON_TEXT],
  mav: [MAV_TEXT],
  prose: [PROSE_TEXT],
};
