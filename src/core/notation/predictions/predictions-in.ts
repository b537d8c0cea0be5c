import type { Language } from '../language.ts';
import { fenPredictions } from './fen-predictions.ts';
import { pgnPredictions } from './pgn-predictions.ts';
import type { Prediction } from './types.ts';

/**
 * The predictions that are written in a document, in text order. Those with a broken syntax are left out; `checkText`
 * reports them. A MAV file has none: what it holds is predicted itself.
 */
export const predictionsIn = (text: string, language: Language): readonly Prediction[] =>
  language === 'pgn' ? pgnPredictions(text) : language === 'mav' ? [] : fenPredictions(text, language === 'epd');
