import { judgeText } from '../../core/mav/stats/judge.ts';
import type { JudgeJob, JudgeOutput } from './jobs.ts';

/** Judges the answers of a part of a MAV file. */
export const runJudge = ({ text, dialect }: JudgeJob): JudgeOutput => judgeText(text, dialect);
