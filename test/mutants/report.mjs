// What a person reads of mutants: survivors with their place and their change, and the score.

/** The 97.5 % point of the normal distribution. */
const Z = 1.959964;

/** Wilson's interval of a share of `count` in `total`, for 95 %. */
export function shareInterval(count, total) {
  const share = count / total;
  const middle = share + (Z * Z) / (2 * total);
  const half = Z * Math.sqrt((share * (1 - share)) / total + (Z * Z) / (4 * total * total));
  const scale = 1 + (Z * Z) / total;
  return { low: Math.max(0, (middle - half) / scale), high: Math.min(1, (middle + half) / scale) };
}

/** A mutant as its place, its operator and the changed lines. */
export function lineOf(mutant, source, { status, tests = 0 }) {
  const { file, operator, start, end, text } = mutant;
  const before = source.slice(0, start);
  const line = before.split('\n').length;
  const column = start - before.lastIndexOf('\n');
  const from = before.lastIndexOf('\n') + 1;
  const next = source.indexOf('\n', end);
  const to = next < 0 ? source.length : next;
  const signed = (sign, code) => code.split('\n').map((one) => `  ${sign} ${one}`);
  const how = status === 'uncovered' ? 'no test comes here' : `${tests} tests come here`;
  return [
    `${file}:${line}:${column} ${operator}: ${how}`,
    ...signed('-', source.slice(from, to)),
    ...signed('+', source.slice(from, start) + text + source.slice(end, to)),
  ].join('\n');
}

const percent = (share) => `${(100 * share).toFixed(1)} %`;

/** The uncovered mutants (survivors are printed as they are found, and again here), and the score. */
export function reportOf(mutants, texts, results) {
  const counts = { killed: 0, hung: 0, survived: 0, uncovered: 0 };
  const lines = [];
  for (const mutant of mutants) {
    const result = results[mutant.key];
    counts[result.status]++;
    if (result.status === 'survived' || result.status === 'uncovered')
      lines.push(lineOf(mutant, texts.get(mutant.file), result));
  }
  const found = counts.killed + counts.hung;
  const { low, high } = shareInterval(found, mutants.length);
  lines.push(
    '',
    `${counts.killed} killed, ${counts.hung} hung, ${counts.survived} survived, ${counts.uncovered} reached by no test`,
    `score ${percent(found / mutants.length)} (95 %: ${percent(low)} to ${percent(high)})`,
  );
  return lines.join('\n');
}
