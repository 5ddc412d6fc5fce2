import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCommand } from './support/run-command.js';
import { tempVault } from './support/temp-vault.js';

const FILES = {
  'tasks.md': '# Call Anna\nstatus: to-do\ndeadline: 2025-01-13\n',
  'notes/a.md': 'See [the plan](plan.md) and [[Nobody]].\n',
  'projects/x/bucket/plan.md': 'The plan for the summer.\n',
};

describe('rappel health', () => {
  it('groups findings by kind, with the place and what to do', async () => {
    const { root } = tempVault(FILES);
    const { code, out } = await runCommand(['health'], { vault: root });
    expect(code).toBe(0);
    expect(out).toMatch(/^Overdue tasks \(1\)\n {2}[0-9a-f]{10} {2}vault\/tasks\.md:1 {2}Call Anna\n/);
    expect(out).toContain('    This task was due on 2025-01-13. Finish it, or give it a new deadline.\n');
    expect(out).toContain('\n\nBroken links (2)\n');
    expect(out).toMatch(/\n {4}fix: rappel health fix [0-9a-f]{10}\n/);
    expect(out).toMatch(/Findings: 3\./);
    const french = await runCommand(['health', '--kind', 'overdue'], {
      vault: root,
      env: { RAPPEL_LANGUAGE: 'fr' },
    });
    expect(french.out).toContain('Cette tâche devait être faite le 2025-01-13.');
    expect(french.out).not.toContain('Liens');
  });

  it('fixes by rule after a confirmation, as one entry that can be undone', async () => {
    const { root } = tempVault(FILES);
    const { findings } = JSON.parse((await runCommand(['health', '--json'], { vault: root })).out);
    const { id } = findings.find((one: { fixable: boolean }) => one.fixable);
    const asked = await runCommand(['health', 'fix', id], { vault: root });
    expect([asked.code, asked.err]).toEqual([2, expect.stringContaining('add --yes')]);
    expect(asked.out).toContain('+See [the plan](../projects/x/bucket/plan.md) and [[Nobody]].');
    const note = () => readFileSync(join(root, 'notes/a.md'), 'utf8');
    expect(note()).toContain('](plan.md)');
    expect((await runCommand(['health', 'fix', id, '--yes'], { vault: root })).out).toContain('Fixed: ');
    expect(note()).toContain('](../projects/x/bucket/plan.md)');
    expect((await runCommand(['undo', 'last'], { vault: root })).code).toBe(0);
    expect(note()).toContain('](plan.md)');
    const other = findings.find((one: { fixable: boolean }) => !one.fixable);
    expect((await runCommand(['health', 'fix', other.id, '--yes'], { vault: root })).err).toContain(
      'no rule can fix',
    );
  });

  it('hides a dismissed finding until its lines change', async () => {
    const { root } = tempVault({ 'tasks.md': FILES['tasks.md'] });
    const list = async () => JSON.parse((await runCommand(['health', '--json'], { vault: root })).out);
    const { id } = (await list()).findings[0];
    expect((await runCommand(['health', 'dismiss', id], { vault: root })).code).toBe(0);
    expect(await list()).toMatchObject({ findings: [], dismissed: 1 });
    const shown = await runCommand(['health', '--dismissed'], { vault: root });
    expect(shown.out).toContain(`  ${id}  vault/tasks.md:1  Call Anna\n`);
    expect(shown.out).toContain('Dismissed: 1. Show one again: rappel health restore ID');
    writeFileSync(join(root, 'tasks.md'), FILES['tasks.md'].replace('13', '12'));
    expect(await list()).toMatchObject({ findings: [{ kind: 'overdue' }], dismissed: 0 });
  });

  it('says what is wrong with an action', async () => {
    const { root } = tempVault();
    expect(await runCommand(['health', 'mend', 'x'], { vault: root })).toMatchObject({
      code: 2,
      err: expect.stringContaining('expected fix, dismiss or restore'),
    });
    expect((await runCommand(['health', 'fix'], { vault: root })).code).toBe(2);
    expect((await runCommand(['health', 'dismiss', 'nosuch'], { vault: root })).code).toBe(1);
  });
});
