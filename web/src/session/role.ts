import { useSession } from '../api/queries.js';

/** What whoever uses this page may do. Before that is known, everything: most people use a vault of their own. */
export function useMay(): { write: boolean; administer: boolean } {
  const role = useSession().data?.role ?? 'owner';
  return { write: role !== 'reader', administer: role === 'owner' };
}
