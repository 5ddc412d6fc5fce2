/** What a person may do in a vault: look; change its notes; everything that is not the operator's. Each may do what those before it may. */
export const ROLES = ['reader', 'editor', 'owner'] as const;

export type Role = (typeof ROLES)[number];

export function lesserRole(a: Role, b: Role): Role {
  return ROLES.indexOf(a) < ROLES.indexOf(b) ? a : b;
}
