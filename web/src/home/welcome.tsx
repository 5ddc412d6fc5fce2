import { Cable, Cpu, FolderSearch, type LucideIcon, PenLine, Search, Upload } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useHealth, useTree } from '../api/queries.js';
import { run } from '../api/run.js';
import { ApiError } from '../api/send.js';
import { useError } from '../api/use-error.js';
import { useLanguage, useText } from '../i18n/language.js';
import { Button } from '../ui/button.js';
import { Command } from '../ui/command.js';
import { ErrorNotice } from '../ui/notice.js';
import { ExampleNote, ExampleQuestion } from './examples.js';
import { Row, SetupLink } from './setup.js';

/** The first minute: what this is, something to try, and how to connect the rest. */
export function Welcome() {
  const t = useText();
  const { data: health } = useHealth();
  const hasOwnFiles = useTree().data?.children?.some(({ children }) => (children?.length ?? 0) > 0) ?? false;
  return (
    <div className="animate-arrive pt-4 sm:pt-10">
      <h1 className="font-semibold text-2xl tracking-tight">{t.welcome.title}</h1>
      <p className="mt-3 max-w-2xl text-lg text-soft">{t.welcome.what}</p>
      <div className="mt-8 grid gap-4 sm:grid-cols-2">
        <Card icon={PenLine} title={t.welcome.tellTitle} tone="bg-accent-soft text-accent">
          <p>{t.welcome.tell}</p>
          <div className="mt-3">
            <ExampleNote />
          </div>
        </Card>
        <Card icon={Search} title={t.welcome.askTitle} tone="bg-ask-soft text-ask">
          <p>
            {t.welcome.ask} {t.welcome.askLater}
          </p>
          <div className="mt-3">
            <ExampleQuestion disabled />
          </div>
        </Card>
      </div>
      <div className="mt-4 divide-y divide-line rounded-2xl border border-line">
        {hasOwnFiles ? (
          <Row icon={FolderSearch} title={t.welcome.demoTitle} text={t.welcome.demoBeside}>
            <Command text="rappel demo" />
          </Row>
        ) : (
          <LoadExample />
        )}
        <Row icon={Upload} title={t.welcome.importTitle} text={t.welcome.import}>
          <SetupLink href="/import" label={t.welcome.importAction} />
        </Row>
        <Row icon={Cable} title={t.welcome.connectTitle} text={t.welcome.connect}>
          <SetupLink href="/settings#assistants" label={t.welcome.connectAction} />
        </Row>
        {health && health.model === null && (
          <Row icon={Cpu} title={t.welcome.modelTitle} text={t.welcome.model}>
            <SetupLink href="/settings#model" label={t.welcome.modelAction} />
          </Row>
        )}
      </div>
    </div>
  );
}

/** The example memory, into this very vault; the page shows it by itself as its files come. */
function LoadExample() {
  const t = useText();
  const language = useLanguage();
  const [loading, setLoading] = useState(false);
  const [error, setError] = useError();
  const load = () => {
    setLoading(true);
    setError(null);
    run('example', { language })
      .catch(setError)
      .finally(() => setLoading(false));
  };
  return (
    <>
      <Row icon={FolderSearch} title={t.welcome.demoTitle} text={t.welcome.demo}>
        <Button look="outline" disabled={loading} onClick={load}>
          {loading ? t.welcome.demoLoading : t.welcome.demoAction}
        </Button>
      </Row>
      {error !== null && (
        <div className="p-3">
          <ErrorNotice
            error={error}
            {...(error instanceof ApiError && error.code === 'exists' && { title: t.welcome.demoRefused })}
          />
        </div>
      )}
    </>
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
