/** What `rappel hook` is called with. */
export const HOOK_EVENTS = ['session-start', 'prompt', 'pre-compact', 'stop', 'session-end'] as const;
export type HookEvent = (typeof HOOK_EVENTS)[number];
