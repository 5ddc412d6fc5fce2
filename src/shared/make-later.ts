/** Replaces a property by one whose value is made when it is first read; set before that, it is never made. */
export function makeLater<Owner extends object, Name extends keyof Owner>(
  owner: Owner,
  name: Name,
  make: () => Owner[Name],
): void {
  const put = (value: Owner[Name]) => {
    Object.defineProperty(owner, name, { value, writable: true, enumerable: true, configurable: true });
    return value;
  };
  Object.defineProperty(owner, name, {
    get: () => put(make()),
    set: put,
    enumerable: true,
    configurable: true,
  });
}
