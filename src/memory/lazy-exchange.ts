import type { Exchange } from '../exchange/exchange.js';
import type { Core } from '../service/core.js';

/** Loads the readers of every source only when they are needed. */
export function lazyExchange({ vault, env }: Pick<Core, 'vault' | 'env'>): Exchange {
  const open = async () => (await import('../exchange/exchange.js')).createExchange(vault, env);
  return {
    preview: async (...given) => (await open()).preview(...given),
    exportTo: async (...given) => (await open()).exportTo(...given),
  };
}
