type Numbers = Uint8Array | Uint16Array | Uint32Array | Float32Array | Float64Array;

/** The same numbers with room for `length` of them; at least a quarter longer than before where they had to be copied. */
export function grown<Kind extends Numbers>(numbers: Kind, length: number): Kind {
  if (length <= numbers.length) return numbers;
  const longer = new (numbers.constructor as new (length: number) => Kind)(
    Math.max(length, Math.ceil(1.25 * numbers.length)),
  );
  longer.set(numbers);
  return longer;
}
