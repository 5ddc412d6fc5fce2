/**
 * A function that runs in the page, on an element or a list of them. Written as text: the tests are compiled for Node,
 * which knows no documents.
 */
export function inPage(body: string): (element: unknown) => unknown {
  return new Function('element', `return ${body}`) as (element: unknown) => unknown;
}
