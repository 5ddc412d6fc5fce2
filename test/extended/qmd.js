// The engine's contract and QMD's deep search, with the real QMD, on a Node that it accepts.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { prepareQmd } from './qmd-folder.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

export async function run() {
  const { versions, env } = prepareQmd();
  const folder = mkdtempSync(join(tmpdir(), 'rappel-extended-'));
  const report = join(folder, 'report.json');
  try {
    const { stdout } = spawnSync(env.RAPPEL_QMD_NODE, ['--version'], { encoding: 'utf8' });
    spawnSync(
      env.RAPPEL_QMD_NODE,
      [
        join(ROOT, 'node_modules', 'vitest', 'vitest.mjs'),
        'run',
        '--config',
        join(ROOT, 'test', 'extended', 'vitest.config.ts'),
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${report}`,
      ],
      {
        cwd: ROOT,
        stdio: 'inherit',
        env: {
          ...process.env,
          ...env,
          RAPPEL_TEST_CHILD: join(ROOT, 'dist', 'search', 'engines', 'qmd', 'child', 'main.js'),
        },
      },
    );
    const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
    const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
    const count = (status) => tests.filter((test) => test.status === status).length;
    const wrong = [
      ...tests.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
      ...testResults.filter(({ assertionResults }) => assertionResults.length === 0).map(({ name }) => name),
    ];
    const day = new Date().toISOString().slice(0, 10);
    const text =
      `Last run: ${day}, QMD ${versions['@tobilu/qmd']}, Node ${stdout.trim().slice(1)}, ${process.platform} ` +
      `${process.arch}: ${count('passed')} of ${tests.length} tests pass, ${count('skipped')} are skipped.`;
    return { report: text, wrong };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
