import { useState } from 'react';
import { useInbox, useInboxItem } from '../api/queries.js';
import { Link } from '../frame/navigation.js';
import { useText } from '../i18n/language.js';
import { AnswerForm } from '../inbox/answer-form.js';
import { newestFirst } from '../inbox/inbox-view.js';
import { useMay } from '../session/role.js';
import { Section } from './section.js';

/** The newest open questions, to be answered here. */
export function Questions() {
  const t = useText();
  const { data: items = [] } = useInbox();
  const [answered, setAnswered] = useState<ReadonlySet<string>>(new Set());
  // An answer is filed in its turn; the next question need not wait for it.
  const open = newestFirst(items.filter(({ item }) => !answered.has(item)));
  const [first, ...others] = open;
  if (first === undefined) return null;
  return (
    <Section
      title={t.home.questions(open.length)}
      more={others.length > 0 ? { href: '/inbox', label: t.home.allQuestions } : undefined}
    >
      <Question
        key={first.item}
        item={first.item}
        excerpt={first.excerpt}
        onAnswered={() => setAnswered(new Set([...answered, first.item]))}
      />
    </Section>
  );
}

interface QuestionProps {
  item: string;
  excerpt: string;
  onAnswered(): void;
}

function Question({ item, excerpt, onAnswered }: QuestionProps) {
  const may = useMay();
  const { data } = useInboxItem(item);
  return (
    <div className="space-y-3 rounded-2xl border border-line bg-raised p-4">
      <Link
        href={`/inbox/${encodeURIComponent(item)}`}
        className="line-clamp-4 border-line border-l-2 pl-3 text-soft hover:text-accent"
      >
        {excerpt || item}
      </Link>
      {data && may.write && <AnswerForm item={data} onAnswered={onAnswered} />}
    </div>
  );
}
