import type { Example, LineBody, MavLine, Trace } from '../core/mav/syntax.ts';

/** Returns an example or a trace in plain fields. */
export const mavItem = (item: Example | Trace) => (item.kind === 'example' ? plainExample(item) : plainTrace(item));

const plainExample = ({ kind, range, header, lines }: Example) => ({
  kind,
  ...range,
  game: header.game?.text ?? null,
  commands: header.commands.map(({ name }) => name),
  lines: lines.map(plainLine),
});

const plainLine = ({ command, range, body }: MavLine) => ({
  command: command.name,
  ...range,
  argument: argumentText(body),
  actions:
    body.kind === 'list' ? body.actions.map(({ move, bucket }) => ({ action: move.text, bucket: bucket ?? null })) : [],
});

function argumentText(body: LineBody): string | null {
  if (body.kind === 'state') return body.state.text;
  if (body.kind === 'move') return body.move.text;
  return body.kind === 'terminal' ? body.result.text : null;
}

const plainTrace = ({ kind, range, breadth, depth, steps, playing }: Trace) => ({
  kind,
  ...range,
  breadth: breadth?.value ?? null,
  depth: depth?.value ?? null,
  steps: steps.map((step) => ({
    kind: step.kind,
    ...step.range,
    path: step.node?.path.map(({ text }) => text) ?? null,
  })),
  playing: playing?.text ?? null,
});
