import { useEffect, useRef, useState } from 'react';

interface FormulaProps {
  source: string;
  isBlock?: boolean;
  line?: number | undefined;
}

/** A formula; its source until it is drawn, and where it can't be. */
export function Formula({ source, isBlock = false, line }: FormulaProps) {
  const host = useRef<HTMLSpanElement>(null);
  const [drawn, setDrawn] = useState<string | null>(null);
  useEffect(() => {
    let isGone = false;
    void import('./draw-formula.js').then(({ drawFormula }) => {
      if (!isGone) setDrawn(drawFormula(source, host.current!, isBlock) ? source : null);
    });
    return () => {
      isGone = true;
    };
  }, [source, isBlock]);
  const isDrawn = drawn === source;
  return (
    <span className={isBlock ? 'formula-block' : 'formula'} data-line={line}>
      <span ref={host} hidden={!isDrawn} />
      {!isDrawn && <code>{source}</code>}
    </span>
  );
}
