type Method = (...given: unknown[]) => unknown;

/** An object whose methods call those of an object that is chosen, or loaded, at every call. */
export function forwarding<Part extends object>(part: () => Promise<Part>): Part {
  return new Proxy({} as Part, {
    get(_, name) {
      // An object with `then` would be taken for a promise.
      if (name === 'then') return undefined;
      return async (...given: unknown[]) => ((await part()) as Record<PropertyKey, Method>)[name]!(...given);
    },
  });
}
