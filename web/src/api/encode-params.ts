/**
 * Hono's client puts path parameters into the address as they are. Around it, this encodes them all: an id may hold
 * any character.
 */
export function encodeParams<Client extends object>(client: Client): Client {
  return new Proxy(client, {
    get(target, key) {
      const part: unknown = Reflect.get(target, key);
      return typeof part === 'function' ? encodeParams(part) : part;
    },
    apply(target, self, [args, ...rest]) {
      if (typeof target === 'function') return Reflect.apply(target, self, [encoded(args), ...rest]);
    },
  });
}

interface Arguments {
  param?: Record<string, string>;
}

function encoded(args: Arguments | undefined): Arguments | undefined {
  if (args?.param === undefined) return args;
  const param = Object.entries(args.param).map(([name, value]) => [name, encodeURIComponent(value)]);
  return { ...args, param: Object.fromEntries(param) };
}
