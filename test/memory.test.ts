import { expect, onTestFinished } from 'vitest';
import { createAgents } from '../src/agents/create-agents.js';
import { answersContract } from '../src/memory/answers.contract.js';
import { createLocalMemory } from '../src/memory/local-memory.js';
import { commandContract, memoryContract, type OpenMemory } from '../src/memory/memory.contract.js';
import type { CommandMemory } from '../src/memory/memory.js';
import { openMemory } from '../src/memory/open-memory.js';
import { createServedMemory } from '../src/memory/served-memory.js';
import { takeLease } from '../src/service/locks/lease.js';
import { openCore } from '../src/service/open-core.js';
import { serveVault } from './support/mcp.js';
import { tempFolder, tempVault } from './support/temp-vault.js';

function contract(name: string, open: OpenMemory): void {
  memoryContract(name, open);
  answersContract(name, open);
}

const alone: OpenMemory<CommandMemory> = async (files) => {
  const { root, vault } = tempVault(files);
  const env = { XDG_CACHE_HOME: tempFolder() };
  const agents = createAgents({ model: null, key: null, language: 'en' });
  const memory = createLocalMemory(openCore({ vault, env, agents: async () => agents, log: () => {} }));
  onTestFinished(() => memory.close());
  return { memory, root };
};

contract('the memory of a process on its own', alone);
commandContract('the memory of a process on its own', alone);

contract('the memory of the service itself', async (files) => {
  const { root } = tempVault(files);
  const { service } = await serveVault(root);
  await service.caughtUp;
  return { memory: createServedMemory(service), root };
});

const throughService: OpenMemory<CommandMemory> = async (files) => {
  const { root } = tempVault(files);
  const { service, url } = await serveVault(root);
  await service.caughtUp;
  const lease = await takeLease(root, { url, started: '' }, () => {});
  onTestFinished(() => lease.release());
  const memory = openMemory({
    root,
    language: 'en',
    env: { XDG_CACHE_HOME: tempFolder() },
    agents: async () => Promise.reject(new Error('the service has its own')),
    log: () => {},
  });
  expect(await memory.isServed()).toBe(true);
  onTestFinished(() => memory.close());
  return { memory, root };
};

contract('the memory through the running service', throughService);
commandContract('the memory through the running service', throughService);
