import type { Service } from '../service/create-service.js';

/** The other doors, handed in from outside: doors never import each other. */
export interface Doors {
  http(
    service: Service,
    options: { host: string; port: number; token: string | null; version: string },
  ): Promise<{ url: string; close(): Promise<void> }>;
}
