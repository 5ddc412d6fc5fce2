import { useEffect, useState } from 'react';
import { useApp } from '../frame/app-context.js';
import { ApiError } from './send.js';
import { useStore } from './store.js';

/** The error of something the user did. One that says that the service did not answer goes away when the service is back. */
export function useError() {
  const [error, setError] = useState<unknown>(null);
  const connection = useStore(useApp().live.connection);
  useEffect(() => {
    if (connection !== 'open') return;
    setError((now: unknown) => (now instanceof ApiError && now.code === 'offline' ? null : now));
  }, [connection]);
  return [error, setError] as const;
}
