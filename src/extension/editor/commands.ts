import type { FeatureContext, OpenFeature } from '../platform/feature.ts';
import { DimmedPredictions } from './dim.ts';
import { toggleLenses } from './lenses.ts';
import { navigation } from './navigate.ts';
import { removePredictions } from './remove.ts';

/** What is done with the predictions of a text: lenses, dimming, going to them, removing them. */
export function open(context: FeatureContext): OpenFeature {
  const dimmed = new DimmedPredictions(context.globalState);
  return {
    commands: {
      ...navigation,
      'statelens.toggleLenses': () => toggleLenses(context),
      'statelens.dimPredictions': () => dimmed.toggle(),
      'statelens.removePredictions': removePredictions,
    },
    dispose: () => dimmed.dispose(),
  };
}
