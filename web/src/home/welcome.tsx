import { Cable, Cpu, FolderSearch, type LucideIcon, PenLine, Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { useHealth } from '../api/queries.js';
import type { Mode } from '../composer/composer-state.js';
import { useApp } from '../frame/app-context.js';
import { useText } from '../i18n/language.js';
import { Button } from '../ui/button.js';
import { CopyButton } from '../ui/copy-button.js';

/** The first minute: what this is, something to try, and how to connect the rest. */
export function Welcome() {
  const t = useText();
  const { composer } = useApp();
  const { data: health } = useHealth();
  const fill = (mode: Mode, text: string) => () => {
    composer.mode.set(mode);
    composer.text.set(text);
    composer.focus.set((count) => count + 1);
  };
  return (
    <div className="animate-arrive pt-4 sm:pt-10">
      <h1 className="font-semibold text-2xl tracking-tight">{t.welcome.title}</h1>
      <p className="mt-3 max-w-2xl text-lg text-soft">{t.welcome.what}</p>
      <div className="mt-8 grid gap-4 sm:grid-cols-2">
        <Card icon={PenLine} title={t.welcome.tellTitle} tone="bg-accent-soft text-accent">
          <p>{t.welcome.tell}</p>
          <Button look="outline" className="mt-3" onClick={fill('update', t.welcome.example)}>
            {t.welcome.tellAction}
          </Button>
        </Card>
        <Card icon={Search} title={t.welcome.askTitle} tone="bg-ask-soft text-ask">
          <p>{t.welcome.ask}</p>
          <Button look="outline" className="mt-3" onClick={fill('search', t.welcome.askExample)}>
            {t.welcome.askAction}
          </Button>
        </Card>
      </div>
      <div className="mt-4 divide-y divide-line rounded-2xl border border-line">
        <Row icon={FolderSearch} title={t.welcome.demoTitle} text={t.welcome.demo} command="rappel demo" />
        <Row icon={Cable} title={t.welcome.connectTitle} text={t.welcome.connect} command="rappel install" />
        {!health?.model && (
          <Row icon={Cpu} title={t.welcome.modelTitle} text={t.welcome.model} command="rappel setup" />
        )}
      </div>
    </div>
  );
}

interface CardProps {
  icon: LucideIcon;
  title: string;
  tone: string;
  children: ReactNode;
}

function Card({ icon: Icon, title, tone, children }: CardProps) {
  return (
    <section className="flex flex-col rounded-2xl border border-line bg-raised p-5">
      <span className={`mb-3 flex size-9 items-center justify-center rounded-xl ${tone}`}>
        <Icon aria-hidden size={18} />
      </span>
      <h2 className="font-semibold">{title}</h2>
      <div className="mt-1 flex flex-1 flex-col items-start justify-between text-sm text-soft">
        {children}
      </div>
    </section>
  );
}

interface RowProps {
  icon: LucideIcon;
  title: string;
  text: string;
  command: string;
}

function Row({ icon: Icon, title, text, command }: RowProps) {
  return (
    <section className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3.5 text-sm">
      <Icon aria-hidden size={17} className="shrink-0 text-faint" />
      <div className="min-w-48 flex-1">
        <h2 className="font-medium">{title}</h2>
        <p className="text-soft">{text}</p>
      </div>
      <div className="flex items-center rounded-lg bg-panel pl-3 font-mono text-sm">
        <code>{command}</code>
        <CopyButton text={command} />
      </div>
    </section>
  );
}
