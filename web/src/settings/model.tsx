import { useQueryClient } from '@tanstack/react-query';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { run as runOperation } from '../api/run.js';
import type { ModelProvider, Settings } from '../api/types.js';
import { useSay } from '../i18n/language.js';
import { usePanels } from '../i18n/panels.js';
import { Button } from '../ui/button.js';
import { Command } from '../ui/command.js';
import { ErrorNotice } from '../ui/notice.js';
import { LocalModels } from './local-models.js';
import { Field, Panel, PanelBody, PanelRow, Select } from './panel.js';
import { useAction } from './use-action.js';

/** Which language model files and answers; tried before it is saved. */
export function ModelPanel({ settings }: { settings: Settings }) {
  const { model: t, labelled } = usePanels();
  const { model, fixed, can_change } = settings;
  const shown = model === null ? t.none : `${model.provider}:${model.name}`;
  return (
    <Panel id="model" title={t.title} intro={t.intro}>
      <PanelRow title={`${labelled(t.current)} ${shown}`} text={fixed ? t.fixed : model?.base_url}>
        {!can_change && <Command text="rappel setup" />}
      </PanelRow>
      {can_change && !fixed && <ModelForm key={shown} settings={settings} />}
    </Panel>
  );
}

const COMPATIBLE = 'openai-compatible';

/** What is typed into the form, and what can be done with it. */
function useModelChoice({ model }: Settings) {
  const queries = useQueryClient();
  const { busy, error, run } = useAction();
  const [provider, setProvider] = useState<ModelProvider>(model?.provider ?? 'anthropic');
  const [name, setName] = useState(model?.name ?? '');
  const [url, setUrl] = useState(model?.base_url ?? '');
  const [key, setKey] = useState('');
  const [verdict, setVerdict] = useState<{ works: boolean; says: string[] } | null>(null);
  const [testing, setTesting] = useState(false);
  const chosen = {
    provider,
    name: name.trim(),
    small: model?.provider === provider ? model.small : null,
    base_url: url.trim() === '' ? null : url.trim(),
    key: key.trim() === '' ? null : key.trim(),
  };
  const save = (next: typeof chosen | null) =>
    run(async () => {
      await runOperation('settings/save-model', { model: next });
      setKey('');
      await queries.invalidateQueries({ queryKey: ['settings'] });
      await queries.invalidateQueries({ queryKey: ['health'] });
    });

  return {
    provider,
    name,
    setName,
    url,
    setUrl,
    key,
    setKey,
    verdict,
    testing,
    busy,
    error,
    isComplete: chosen.name !== '' && (provider !== COMPATIBLE || chosen.base_url !== null),
    choose(next: ModelProvider) {
      setProvider(next);
      setUrl('');
      setVerdict(null);
    },
    test: () =>
      run(async () => {
        setVerdict(null);
        setTesting(true);
        try {
          setVerdict(await runOperation('settings/test-model', { model: chosen }));
        } finally {
          setTesting(false);
        }
      }),
    save: () => save(chosen),
    remove: () => save(null),
  };
}

function ModelForm({ settings }: { settings: Settings }) {
  const t = usePanels();
  const say = useSay();
  const { model, providers } = settings;
  const form = useModelChoice(settings);
  const { provider, busy, error, verdict, isComplete } = form;
  const known = providers.find((one) => one.name === provider)?.key ?? null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void form.save();
  };

  const hints = { saved: t.model.keySaved, environment: t.model.keyEnvironment };
  return (
    <PanelBody>
      <form onSubmit={submit} className="space-y-3">
        <div className="grid gap-3 sm:grid-cols-2">
          <Select
            label={t.model.provider}
            value={provider}
            options={providers.map((one) => [one.name, titleOf(one.name, t.model.compatible)])}
            onChoose={(value) => form.choose(value as ModelProvider)}
          />
          <Field
            label={t.model.name}
            hint={t.model.nameHint}
            value={form.name}
            required
            onChange={({ target }) => form.setName(target.value)}
          />
          {provider === COMPATIBLE && (
            <Field
              label={t.model.url}
              type="url"
              placeholder="http://localhost:11434/v1"
              value={form.url}
              required
              onChange={({ target }) => form.setUrl(target.value)}
            />
          )}
          <Field
            label={t.model.key}
            type="password"
            hint={known === null ? t.model.keyHint : hints[known]}
            value={form.key}
            onChange={({ target }) => form.setKey(target.value)}
          />
        </div>
        {provider === COMPATIBLE && (
          <LocalModels
            onChoose={(found) => {
              form.setUrl(found.url);
              form.setName(found.model);
            }}
          />
        )}
        <div className="flex flex-wrap gap-2">
          <Button look="outline" disabled={busy || !isComplete} onClick={() => void form.test()}>
            {t.model.test}
          </Button>
          <Button look="solid" type="submit" disabled={busy || !isComplete}>
            {t.settings.save}
          </Button>
          {model !== null && (
            <Button disabled={busy} onClick={() => void form.remove()}>
              {t.model.remove}
            </Button>
          )}
        </div>
      </form>
      <div role="status">
        {form.testing && <p className="animate-breathe text-soft">{t.model.testing}</p>}
        {verdict !== null && (
          <VerdictText works={verdict.works} says={verdict.says.map((line) => say(line))} />
        )}
      </div>
      {error !== null && <ErrorNotice error={error} />}
    </PanelBody>
  );
}

function VerdictText({ works, says: [first, ...rest] }: { works: boolean; says: string[] }) {
  const Icon = works ? CircleCheck : CircleAlert;
  return (
    <div className={`flex gap-2 ${works ? 'text-accent' : 'text-bad'}`}>
      <Icon aria-hidden size={16} className="mt-0.5 shrink-0" />
      <div>
        <p className="font-medium">{first}</p>
        {rest.map((line) => (
          <p key={line} className="text-soft">
            {line}
          </p>
        ))}
      </div>
    </div>
  );
}

const TITLES: Partial<Record<ModelProvider, string>> = {
  anthropic: 'Anthropic',
  openai: 'OpenAI',
  mistral: 'Mistral',
  google: 'Google',
  openrouter: 'OpenRouter',
};

function titleOf(provider: ModelProvider, compatible: string): string {
  return TITLES[provider] ?? compatible;
}
