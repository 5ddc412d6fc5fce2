import type { ReactNode } from 'react';
import { ErrorNotice } from '../ui/notice.js';

/** What came of the action of a row: said aloud where it is done, and why it failed. */
export function Outcome({ done, error }: { done: ReactNode; error: unknown }) {
  return (
    <>
      <div role="status" className="px-5 text-accent text-sm">
        {done && <p className="pb-3">{done}</p>}
      </div>
      {error !== null && (
        <div className="px-5 pb-4">
          <ErrorNotice error={error} />
        </div>
      )}
    </>
  );
}
