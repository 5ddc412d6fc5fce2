import { FileText, Folder, MessageCircleQuestion, TextQuote } from 'lucide-react';
import { useMemo } from 'react';
import { askQuestion } from '../activity/ask.js';
import { useTree } from '../api/queries.js';
import { useStore } from '../api/store.js';
import type { SearchResult, TreeNode } from '../api/types.js';
import { useApp } from '../frame/app-context.js';
import { navigate } from '../frame/navigation.js';
import { fileHref } from '../frame/route.js';
import { useText } from '../i18n/language.js';
import { commandMatches, type PaletteCommand, useCommands } from './commands.js';
import { fileMatches, recentFiles } from './file-matches.js';
import { type Filters, searchFilters } from './filters.js';
import type { Option } from './option-list.js';
import { PassageOption } from './passage-option.js';

interface OptionsInput {
  query: string;
  filters: Filters;
  passages: readonly SearchResult[];
  onClose(): void;
  onError(error: unknown): void;
}

/**
 * What the search box offers. Names and commands are found in the page itself, as fast as one types; passages follow. With
 * nothing typed: recent notes and every command.
 */
export function useOptions({ query, filters, passages, onClose, onError }: OptionsInput): Option[] {
  const t = useText();
  const { recent } = useApp();
  const opened = useStore(recent);
  const { data: root } = useTree();
  const commands = useCommands();
  const typed = query.trim();
  const { scope } = filters;
  const files = useMemo(
    () => (typed === '' ? recentFiles(root, opened) : fileMatches(root, typed, scope)),
    [root, typed, scope, opened],
  );

  const closing = (run: () => void) => () => {
    onClose();
    run();
  };
  const fileOption = (node: TreeNode): Option => ({
    key: `file ${node.path}`,
    group: typed === '' ? t.palette.recent : t.palette.notes,
    icon: node.children === null ? FileText : Folder,
    run: closing(() => navigate(fileHref(node.path))),
    content: <FileName path={node.path} />,
  });
  const commandOption = (command: PaletteCommand): Option => ({
    key: `command ${command.name}`,
    group: t.palette.actions,
    icon: command.icon,
    run: closing(command.run),
    content: (
      <span className="flex gap-3">
        <span className="flex-1">{command.label}</span>
        {command.keys !== undefined && <kbd className="font-sans text-faint text-xs">{command.keys}</kbd>}
      </span>
    ),
  });
  if (typed === '') return [...files.map(fileOption), ...commands.map(commandOption)];
  const ask: Option = {
    key: 'ask',
    group: t.composer.search,
    icon: MessageCircleQuestion,
    run: () =>
      void askQuestion(typed, searchFilters(filters)).then(
        (id) => closing(() => navigate(`/activity/${id}`))(),
        onError,
      ),
    content: (
      <span>
        {t.palette.ask} <span className="text-faint">{t.quoted(typed)}</span>
      </span>
    ),
  };
  const passageOptions = passages.map((result) => ({
    key: `passage ${result.path} ${result.lines}`,
    group: t.palette.passages,
    icon: TextQuote,
    run: closing(() => navigate(fileHref(result.path, result.match_lines))),
    content: <PassageOption result={result} query={typed} />,
  }));
  const wanted = commandMatches(commands, typed).map(commandOption);
  return [...files.map(fileOption), ...wanted, ...passageOptions, ask];
}

/** The name, and after it where the file is. */
function FileName({ path }: { path: string }) {
  const at = path.lastIndexOf('/');
  return (
    <bdi className="block truncate" title={path}>
      {path.slice(at + 1)} {at > 0 && <span className="text-faint text-xs">{path.slice(0, at)}</span>}
    </bdi>
  );
}
