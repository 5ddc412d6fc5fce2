import { usePanels } from '../i18n/panels.js';
import { Button } from '../ui/button.js';

export function AgainButton({ onClick }: { onClick(): void }) {
  return (
    <Button look="outline" onClick={onClick}>
      {usePanels().import.again}
    </Button>
  );
}
