import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from '../frame/navigation.js';
import { useText } from '../i18n/language.js';
import { buttonClass } from '../ui/button.js';
import { EmptyView } from '../ui/empty.js';
import { useMay } from './role.js';

/** A view for those who may use it; others can open its address too. */
export function Allowed({ to, children }: { to: 'write' | 'administer'; children: ReactNode }) {
  const t = useText().lost;
  if (useMay()[to]) return children;
  return (
    <EmptyView icon={Lock} title={t.notAllowed}>
      <Link href="/" className={buttonClass('outline', 'mt-4')}>
        {t.home}
      </Link>
    </EmptyView>
  );
}
