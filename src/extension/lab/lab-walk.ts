import { err, ok, type Result } from '../../core/base/result.ts';
import type { Range } from '../../core/base/text/range.ts';
import { readLab, unitOfLine } from '../../core/lab/lab-file.ts';
import { labWalks } from '../../core/lab/lab-walks.ts';
import { unitKey } from '../../core/lab/unit-records.ts';
import { readWalks } from '../../core/notation/walk/read-walk.ts';
import { t } from '../platform/l10n.ts';

/** A lab as walks, and where to look in them. */
export interface ShownLab {
  readonly text: string;
  /** The action that is illegal, or the last one of a history; null where the lab found nothing to look at. */
  readonly place: Range | null;
}

/**
 * The walks of the file of a lab.
 *
 * @param line of the file; the place is in the walk of its unit, else in the first one
 */
export function shownLab(file: string, line = ''): Result<ShownLab, string> {
  const lab = readLab(file);
  if (!lab.ok) return lab;
  const { header } = lab.value;
  const world = header.walkWorld ?? header.world;
  const { text, units } = labWalks(lab.value, world);
  const wanted = unitOfLine(line);
  const key = wanted && unitKey(wanted);
  const at = key === undefined ? 0 : units.findIndex((keys) => keys.includes(key));
  if (at < 0) return err(t('this unit found no failure and no pair to look at, or it is not among the first ones'));
  const walk = readWalks(text).walks[at];
  return ok({ text, place: walk === undefined ? null : (walk.actions.at(-1) ?? walk.world).range });
}

/** The walk file of a lab: beside it, under its name. */
export const walkBeside = (path: string): string => `${path.replace(/(?:\.lab)?\.jsonl$/i, '')}.walk`;
