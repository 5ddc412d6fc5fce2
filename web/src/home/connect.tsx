import { useState } from 'react';
import { useClients, useHealth } from '../api/queries.js';
import { useText } from '../i18n/language.js';
import { Command, quotedPath } from '../ui/command.js';

/** The command that gives an assistant this memory; which one is chosen here. */
export function ConnectCommand() {
  const t = useText();
  const { data: clients = [] } = useClients();
  const { data: health } = useHealth();
  const [chosen, setChosen] = useState<string | null>(null);
  const name = chosen ?? clients[0]?.name;
  if (name === undefined || health === undefined) return null;
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-2">
      <select
        aria-label={t.welcome.client}
        value={name}
        onChange={({ target }) => setChosen(target.value)}
        className="h-8 rounded-lg border border-line bg-raised px-2 text-sm text-soft"
      >
        {clients.map(({ name: value, title }) => (
          <option key={value} value={value}>
            {title}
          </option>
        ))}
      </select>
      <Command text={`rappel install ${name} --vault ${quotedPath(health.vault)}`} />
    </div>
  );
}
