import { toOdds } from '../../src/shared/linear-model.js';

/** What the sums of each class are multiplied by, and what is added to them, so that odds come true. */
export interface Calibration {
  scale: number[];
  shift: number[];
}

const ROUNDS = 400;
const RATE = 0.5;

/** The calibration with the least log loss on sums of texts that the model was not trained on: one scale and one shift for each class. */
export function calibrate(sums: readonly (readonly number[])[], right: readonly number[]): Calibration {
  const count = sums[0]!.length;
  const calibration = { scale: new Array<number>(count).fill(1), shift: new Array<number>(count).fill(0) };
  for (let round = 0; round < ROUNDS; round++) {
    const toScale = new Float64Array(count);
    const toShift = new Float64Array(count);
    sums.forEach((sum, i) => {
      oddsOf(sum, calibration).forEach((odds, c) => {
        const error = (odds - (right[i] === c ? 1 : 0)) / sums.length;
        toScale[c] = toScale[c]! + error * sum[c]!;
        toShift[c] = toShift[c]! + error;
      });
    });
    for (let c = 0; c < count; c++) {
      calibration.scale[c] = calibration.scale[c]! - RATE * toScale[c]!;
      calibration.shift[c] = calibration.shift[c]! - RATE * toShift[c]!;
    }
  }
  return calibration;
}

export function oddsOf(sums: readonly number[], { scale, shift }: Calibration): number[] {
  return toOdds(sums.map((sum, c) => scale[c]! * sum + shift[c]!));
}
