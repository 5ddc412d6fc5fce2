/** Some embedding models were trained with words before each text, and find much less without them. */
export function prefixesOf(fileName: string): { query: string; passage: string } {
  const name = fileName.toLowerCase();
  return FAMILIES.find(({ is }) => is.test(name)) ?? { query: '', passage: '' };
}

const FAMILIES = [
  { is: /embedding-?gemma/, query: 'task: search result | query: ', passage: 'title: none | text: ' },
  { is: /nomic-embed/, query: 'search_query: ', passage: 'search_document: ' },
  { is: /\be5\b/, query: 'query: ', passage: 'passage: ' },
  {
    is: /qwen3-embedding/,
    query: 'Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery:',
    passage: '',
  },
];
