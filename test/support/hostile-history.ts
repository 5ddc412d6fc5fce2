import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Plain git on the history of a vault, as somebody else would use it. */
export function plainGit(vault: string, args: string[], input = ''): string {
  const env = { PATH: process.env.PATH, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' };
  return execFileSync('git', [`--git-dir=${join(vault, '.rappel', 'history.git')}`, ...args], {
    input,
    env: {
      ...env,
      GIT_AUTHOR_NAME: 'x',
      GIT_AUTHOR_EMAIL: 'x@x',
      GIT_COMMITTER_NAME: 'x',
      GIT_COMMITTER_EMAIL: 'x@x',
    },
    encoding: 'utf8',
    stdio: ['pipe', 'pipe', 'pipe'],
  }).trim();
}

/** A commit on top of the history whose tree is given as lines of `git mktree`; its entry names `files`. */
export function addCommit(vault: string, tree: string[], entry: object): void {
  const top = plainGit(vault, ['mktree'], tree.map((line) => `${line}\n`).join(''));
  const parent = plainGit(vault, ['rev-parse', 'refs/heads/main']);
  const message = `x\n\n${JSON.stringify({ time: '2025-07-14T18:30:00', source: 'tool', reason: 'x', input: null, files: [], ...entry })}\n`;
  const commit = plainGit(vault, ['commit-tree', top, '-p', parent, '-F', '-'], message);
  plainGit(vault, ['update-ref', 'refs/heads/main', commit]);
}

export function treeLines(vault: string, commit = 'refs/heads/main'): string[] {
  return plainGit(vault, ['ls-tree', commit]).split('\n');
}

export function addBlob(vault: string, text: string): string {
  return plainGit(vault, ['hash-object', '-w', '--stdin'], text);
}

/** Sets every trap there is in the folder of a history; each writes its name into `marks` when it runs. */
export function plantTraps(vault: string, marks: string): NodeJS.ProcessEnv {
  const git = join(vault, '.rappel', 'history.git');
  mkdirSync(marks, { recursive: true });
  const trap = (name: string) => {
    const file = join(marks, `${name}.sh`);
    writeFileSync(file, `#!/bin/sh\ntouch '${join(marks, `${name}.ran`)}'\ncat\n`);
    chmodSync(file, 0o755);
    return file;
  };
  const included = join(marks, 'included');
  writeFileSync(included, `[core]\n\tpager = ${trap('included-pager')}\n`);
  const settings = `[core]
	repositoryformatversion = 1
	bare = false
	worktree = ${vault}
	hooksPath = ${join(git, 'hooks')}
	fsmonitor = ${trap('fsmonitor')}
	pager = ${trap('pager')}
	sshCommand = ${trap('ssh')}
	editor = ${trap('editor')}
	gitProxy = ${trap('proxy')}
	askPass = ${trap('askpass')}
	alternateRefsCommand = ${trap('alternate-refs')}
	attributesFile = ${join(git, 'info', 'attributes')}
[include]
	path = ${included}
[log]
	showSignature = true
[gpg]
	program = ${trap('gpg')}
[gpg "ssh"]
	program = ${trap('gpg-ssh')}
[diff]
	external = ${trap('external-diff')}
[diff "trap"]
	textconv = ${trap('textconv')}
	command = ${trap('diff-command')}
[filter "trap"]
	clean = ${trap('clean')}
	smudge = ${trap('smudge')}
	process = ${trap('process')}
[merge "trap"]
	driver = ${trap('merge-driver')}
[credential]
	helper = !${trap('credential')}
[uploadpack]
	packObjectsHook = ${trap('pack-objects-hook')}
[gc]
	recentObjectsHook = ${trap('recent-objects')}
[extensions]
	partialClone = origin
[remote "origin"]
	promisor = true
	url = ext::${trap('remote')} x
	uploadpack = ${trap('upload-pack')}
[alias]
	log = !${trap('alias')}
`;
  writeFileSync(join(git, 'config'), settings);
  mkdirSync(join(git, 'info'), { recursive: true });
  mkdirSync(join(git, 'hooks'), { recursive: true });
  const attributes = '* diff=trap filter=trap merge=trap\n';
  writeFileSync(join(git, 'info', 'attributes'), attributes);
  writeFileSync(join(vault, '.gitattributes'), attributes);
  for (const hook of HOOKS) {
    writeFileSync(join(git, 'hooks', hook), readFileSync(trap(`hook-${hook}`)));
    chmodSync(join(git, 'hooks', hook), 0o755);
  }
  // A repository of the vault itself, with the same traps.
  mkdirSync(join(vault, '.git', 'objects'), { recursive: true });
  mkdirSync(join(vault, '.git', 'refs'), { recursive: true });
  writeFileSync(join(vault, '.git', 'HEAD'), 'ref: refs/heads/main\n');
  writeFileSync(join(vault, '.git', 'config'), settings.replace('repositoryformatversion = 1', 'x = 1'));
  return {
    GIT_EXTERNAL_DIFF: trap('env-external-diff'),
    GIT_PAGER: trap('env-pager'),
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: 'diff.external',
    GIT_CONFIG_VALUE_0: trap('env-config'),
    GIT_DIR: join(vault, '.git'),
  };
}

/** The newest commit as somebody signed it: git would ask a program whether the signature is good. */
export function signHead(vault: string): void {
  const [header, ...rest] = plainGit(vault, ['cat-file', 'commit', 'refs/heads/main']).split('\n\n');
  const signature = 'gpgsig -----BEGIN PGP SIGNATURE-----\n \n iHUEABYKAB0WIQ\n -----END PGP SIGNATURE-----';
  const signed = `${header}\n${signature}\n\n${rest.join('\n\n')}\n`;
  const commit = plainGit(vault, ['hash-object', '-t', 'commit', '-w', '--stdin'], signed);
  plainGit(vault, ['update-ref', 'refs/heads/main', commit]);
}

const HOOKS = [
  'reference-transaction',
  'post-index-change',
  'pre-auto-gc',
  'post-rewrite',
  'pre-commit',
  'post-commit',
  'post-update',
  'fsmonitor-watchman',
];
