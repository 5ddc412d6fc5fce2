/**
 * Numbers names that are the same up to case: `plan.md`, `plan-2.md`. Links between files of an import must lead to the
 * names that the files will have.
 */
export function createFreeNames(...reserved: string[]): (name: string) => string {
  const taken = new Set(reserved.map((name) => name.toLowerCase()));
  return (name) => {
    let free = name;
    for (let number = 2; taken.has(free.toLowerCase()); number++)
      free = name.replace(/(\.[^./]*)?$/, (ending) => `-${number}${ending}`);
    taken.add(free.toLowerCase());
    return free;
  };
}
