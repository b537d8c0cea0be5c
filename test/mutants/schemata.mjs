// Text of a file with all of its mutants, one of which is chosen when the program starts.

/**
 * The file with its mutants inside.
 *
 * @param source text of the file
 * @param mutants of the file, with their numbers `id`
 * @param isRecording the code then marks each mutant that it comes to in `globalThis.mutantHits`, and none is chosen; otherwise
 * `globalThis.mutantId` chooses one, a constant for the time of the process
 */
export function withMutants(source, mutants, isRecording) {
  const spans = new Map();
  for (const mutant of mutants) {
    const at = `${mutant.start} ${mutant.end}`;
    const known = spans.get(at);
    if (known === undefined) spans.set(at, { start: mutant.start, end: mutant.end, mutants: [mutant] });
    else known.mutants.push(mutant);
  }
  // outer spans come first
  const ordered = [...spans.values()].sort((a, b) => a.start - b.start || b.end - a.end);
  const wrap = isRecording ? recorded : chosen;
  let index = 0;
  const render = (start, end) => {
    let text = '';
    let at = start;
    while (index < ordered.length && ordered[index].start < end) {
      const span = ordered[index++];
      text += source.slice(at, span.start) + wrap(span.mutants, render(span.start, span.end));
      at = span.end;
    }
    return text + source.slice(at, end);
  };
  const head = isRecording ? 'const MUTANT_HITS = globalThis.mutantHits;' : 'const MUTANT_ID = globalThis.mutantId;';
  return `${head}${render(0, source.length)}`;
}

const isStatement = ({ operator }) => operator === 'statement';

function recorded(mutants, text) {
  const hits = mutants.map(({ id }) => `MUTANT_HITS[${id}] = 1`);
  return isStatement(mutants[0]) ? `{ ${hits.join('; ')}; ${text} }` : `(${hits.join(', ')}, ${text})`;
}

function chosen(mutants, text) {
  if (isStatement(mutants[0])) return `{ if (MUTANT_ID !== ${mutants[0].id}) { ${text} } }`;
  return mutants.reduce((rest, mutant) => `(MUTANT_ID === ${mutant.id} ? ${mutant.text} : ${rest})`, `(${text})`);
}
