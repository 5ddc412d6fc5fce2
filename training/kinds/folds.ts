import { type Calibration, calibrate, oddsOf } from './calibrate.js';
import { createRandom, type Example, type Learned, learn, type Setup, shuffle, sumsOf } from './learn.js';

const FOLDS = 5;

export interface CrossValidated {
  /** The odds of each example, or of one like it, by a model and a calibration that never saw its author. */
  oddsOf(index: number, example: Example): number[];
  /** For a model that is trained on all examples. */
  calibration: Calibration;
}

/** Trains once for each fifth of the authors, without them. `right` has the number of each example's class. */
export function crossValidate(
  examples: readonly Example[],
  right: readonly number[],
  setup: Setup,
): CrossValidated {
  const people = shuffle([...new Set(examples.map(({ author }) => author))], createRandom(1));
  const folds = examples.map(({ author }) => people.indexOf(author) % FOLDS);
  const outside = (fold: number) => examples.filter((_, i) => folds[i] !== fold);
  const models = Array.from({ length: FOLDS }, (_, fold) => learn(outside(fold), setup));
  const sums = examples.map((example, i) => sumsOf(models[folds[i]!]!, example));
  const calibrateOn = (test: (fold: number) => boolean) => {
    const chosen = examples.map((_, i) => i).filter((i) => test(folds[i]!));
    return calibrate(
      chosen.map((i) => sums[i]!),
      chosen.map((i) => right[i]!),
    );
  };
  const calibrations = Array.from({ length: FOLDS }, (_, fold) => calibrateOn((other) => other !== fold));
  return {
    oddsOf: (i, example) => oddsOf(sumsOf(models[folds[i]!]!, example), calibrations[folds[i]!]!),
    calibration: calibrateOn(() => true),
  };
}

/** The model as it is written: its odds come true, and its dense numbers are as long as those of use, of which training read `scaled`. */
export function calibrated(model: Learned, { scale, shift }: Calibration, scaled = 1): Learned {
  const count = model.classes.length;
  const ofDense = model.rows * count;
  return {
    ...model,
    weights: model.weights.map((weight, at) => weight * scale[at % count]! * (at < ofDense ? 1 : scaled)),
    bias: model.bias.map((bias, c) => scale[c]! * bias + shift[c]!),
  };
}
