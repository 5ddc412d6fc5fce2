import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useStore } from '../api/store.js';
import { useApp } from '../frame/app-context.js';
import { useText } from '../i18n/language.js';

interface ComposerFieldProps {
  kind: 'update' | 'search' | 'answer';
  disabled: boolean;
  onSubmit(): void;
}

/** The text itself: grows with what is written, remembers what was sent. */
export function ComposerField({ kind, disabled, onSubmit }: ComposerFieldProps) {
  const t = useText();
  const { composer } = useApp();
  const text = useStore(composer.text);
  const focus = useStore(composer.focus);
  const field = useRef<HTMLTextAreaElement>(null);
  const [earlier, setEarlier] = useState(-1);
  const hint = useId();

  useEffect(() => {
    if (focus > 0) field.current?.focus();
  }, [focus]);

  function press(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      onSubmit();
    } else if (event.key === 'Escape') {
      event.currentTarget.blur();
      document.getElementById('content')?.focus();
    } else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') recall(event);
  }

  /** Up goes back through what was sent, from an empty field or while going through it. */
  function recall(event: KeyboardEvent<HTMLTextAreaElement>) {
    const sent = composer.sent.get();
    const browsing = text === '' || text === sent[earlier];
    const next = earlier + (event.key === 'ArrowUp' ? 1 : -1);
    if (!browsing || next >= sent.length || next < -1) return;
    event.preventDefault();
    setEarlier(next);
    composer.text.set(sent[next] ?? '');
  }

  return (
    <>
      <span id={hint} className="sr-only">
        {t.composer.hint}
      </span>
      {/* The hidden copy of the text gives the field its height. */}
      <div className="grid max-h-[40dvh] overflow-y-auto px-4 pt-3 pb-1 [&>*]:col-start-1 [&>*]:row-start-1">
        <div aria-hidden className="invisible whitespace-pre-wrap break-words">{`${text}\u200b`}</div>
        <textarea
          ref={field}
          rows={1}
          value={text}
          readOnly={disabled}
          aria-label={PLACEHOLDER(t)[kind]}
          aria-describedby={hint}
          placeholder={PLACEHOLDER(t)[kind]}
          onChange={(event) => {
            setEarlier(-1);
            composer.text.set(event.target.value);
          }}
          onKeyDown={press}
          className="resize-none overflow-hidden bg-transparent placeholder:text-faint focus-visible:outline-none"
        />
      </div>
    </>
  );
}

const PLACEHOLDER = ({ composer }: ReturnType<typeof useText>) => ({
  update: composer.updatePlaceholder,
  search: composer.searchPlaceholder,
  answer: composer.answerPlaceholder,
});
