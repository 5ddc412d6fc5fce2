const MOST = 10;

/** The questions that came before in the same place, oldest first: `?after=ID,ID`. */
export function earlierQuestions(search: string): string[] {
  return (new URLSearchParams(search).get('after') ?? '').split(',').filter(Boolean);
}

/** The address of a question that is asked below another. */
export function followUpHref(id: string, before: { id: string; search: string }): string {
  const earlier = [...earlierQuestions(before.search), before.id].slice(-MOST);
  return `/activity/${id}?after=${earlier.map(encodeURIComponent).join()}`;
}
