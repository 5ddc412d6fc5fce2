import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { followUpHref } from '../activity/follow-up.js';
import { withoutBase } from '../api/base.js';
import { useApp } from '../frame/app-context.js';
import { navigate } from '../frame/navigation.js';
import { routeOf } from '../frame/route.js';
import { sendInput } from './send-input.js';

/** Sends the input and opens its activity. */
export function useSending(onError: (error: unknown) => void) {
  const { composer } = useApp();
  const queries = useQueryClient();
  const [sending, setSending] = useState(false);

  async function send(isQuestion: boolean): Promise<void> {
    if (sending) return;
    setSending(true);
    onError(null);
    try {
      const before = openQuestion(queries);
      const from = location.href;
      const id = await sendInput(composer);
      // Someone who went elsewhere meanwhile stays there.
      if (location.href !== from) return;
      navigate(isQuestion && before ? followUpHref(id, before) : `/activity/${id}`);
    } catch (problem) {
      onError(problem);
    } finally {
      setSending(false);
    }
  }

  return { sending, send };
}

/** The question that is open on the page: the next one is asked below it. */
function openQuestion(queries: QueryClient): { id: string; search: string } | null {
  const route = routeOf(withoutBase(location.pathname));
  if (route.view !== 'activity' || route.id === null) return null;
  const isQuestion = queries.getQueryData<{ kind: string }>(['activity', route.id])?.kind === 'question';
  return isQuestion ? { id: route.id, search: location.search } : null;
}
