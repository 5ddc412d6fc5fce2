import { type Command, UsageError } from '../command.js';

export const completion: Command = {
  summary: 'Print the completion script of a shell.',
  usage: 'bash|zsh|fish',
  arguments: { least: 1, most: 1 },
  examples: [
    'echo \'eval "$(rappel completion bash)"\' >> ~/.bashrc',
    'echo \'eval "$(rappel completion zsh)"\' >> ~/.zshrc',
    'rappel completion fish > ~/.config/fish/completions/rappel.fish',
  ],
  completes: ['bash', 'zsh', 'fish'],
  async run({ arguments: [shell = ''], terminal }) {
    const script = Object.hasOwn(SCRIPTS, shell) ? SCRIPTS[shell] : undefined;
    if (script === undefined)
      throw new UsageError('usage.got_of', { given: shell, names: 'bash, zsh', last: 'fish' });
    terminal.out(script);
  },
};

/** The shells ask `rappel __complete WORDS...`, where the last word is the one being typed. */
const SCRIPTS: Record<string, string> = {
  bash: `_rappel() {
  local word line words=()
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD}"; do words+=("\${word//\\\\/}"); done
  COMPREPLY=()
  while IFS= read -r line; do COMPREPLY+=("$line"); done < <(rappel __complete "\${words[@]}" 2>/dev/null)
  [[ COMP_CWORD -gt 1 ]] && compopt -o filenames 2>/dev/null
  [[ \${#COMPREPLY[@]} -eq 1 && \${COMPREPLY[0]} == */ ]] && compopt -o nospace 2>/dev/null
  return 0
}
complete -F _rappel rappel`,
  zsh: `_rappel() {
  local -a found
  found=(\${(f)"$(rappel __complete "\${(@)words[2,CURRENT]}" 2>/dev/null)"})
  compadd -Q -S '' -M 'm:{a-z}={A-Z}' -- \${(M)found:#*/}
  compadd -- \${found:#*/}
}
compdef _rappel rappel`,
  fish: `complete -c rappel -f -a '(rappel __complete (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'`,
};
