import { Cable, Cpu, FolderSearch, type LucideIcon, PenLine, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useClients, useHealth } from '../api/queries.js';
import { useStore } from '../api/store.js';
import { useApp } from '../frame/app-context.js';
import { Link } from '../frame/navigation.js';
import { useText } from '../i18n/language.js';
import { buttonClass, IconButton } from '../ui/button.js';
import { Command } from '../ui/command.js';
import { ExampleNote, ExampleQuestion } from './examples.js';
import { Section } from './section.js';

/** What is left to set up. A step goes when it is done or dismissed; the settings bring dismissed ones back. */
export function Setup() {
  const t = useText();
  const { setup } = useApp();
  const dismissed = useStore(setup);
  const steps = useSteps().filter(({ name }) => !dismissed.includes(name));
  if (steps.length === 0) return null;
  return (
    <Section title={t.home.setup}>
      <div className="divide-y divide-line rounded-2xl border border-line">
        {steps.map(({ name, icon, title, text, action }) => (
          <Row key={name} icon={icon} title={title} text={text}>
            {action}
            <IconButton
              label={`${t.home.dismiss} (${title})`}
              onClick={() => setup.set((names) => [...names, name])}
            >
              <X aria-hidden size={15} />
            </IconButton>
          </Row>
        ))}
      </div>
    </Section>
  );
}

interface Step {
  name: string;
  icon: LucideIcon;
  title: string;
  text: string;
  /** What to do about it. */
  action: ReactNode;
}

/** The steps that are not done. */
function useSteps(): Step[] {
  const t = useText();
  const clients = useClients().data?.clients;
  const { data: health } = useHealth();
  const isConnected =
    clients === undefined || clients.some(({ connected, last_used }) => connected || last_used !== null);
  const hasModel = health === undefined || health.model !== null;
  const connect = {
    name: 'connect',
    icon: Cable,
    title: t.welcome.connectTitle,
    text: t.welcome.connect,
    action: <SetupLink href="/settings#assistants" label={t.welcome.connectAction} />,
  };
  const model = {
    name: 'model',
    icon: Cpu,
    title: t.welcome.modelTitle,
    text: t.welcome.model,
    action: <SetupLink href="/settings#model" label={t.welcome.modelAction} />,
  };
  const example = {
    name: 'example',
    icon: FolderSearch,
    title: t.welcome.demoTitle,
    text: t.welcome.demoBeside,
    action: <Command text="rappel demo" />,
  };
  const tries = {
    name: 'try',
    icon: PenLine,
    title: t.welcome.tryTitle,
    text: t.welcome.try,
    action: (
      <span className="flex flex-wrap gap-2">
        <ExampleNote />
        <ExampleQuestion />
      </span>
    ),
  };
  return [tries, ...(isConnected ? [] : [connect]), ...(hasModel ? [] : [model]), example];
}

/** A step that is done in another view. */
export function SetupLink({ href, label }: { href: string; label: string }) {
  return (
    <Link href={href} className={buttonClass('outline')}>
      {label}
    </Link>
  );
}

interface RowProps {
  icon: LucideIcon;
  title: string;
  text: string;
  children: ReactNode;
}

/** A step: what it is about, and what to do. */
export function Row({ icon: Icon, title, text, children }: RowProps) {
  return (
    <section className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3.5 text-sm">
      <Icon aria-hidden size={17} className="shrink-0 text-faint" />
      <div className="min-w-48 flex-1">
        <h3 className="font-medium">{title}</h3>
        <p className="text-soft">{text}</p>
      </div>
      {children}
    </section>
  );
}
