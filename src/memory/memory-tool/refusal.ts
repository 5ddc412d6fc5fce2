/** What a model is told instead of a result. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}
