import { joinPath, ROOT } from '../../vault/paths.js';
import type { Vault } from '../../vault/vault.js';
import type { Language } from '../../words/language.js';
import { addToSection } from './sections.js';

/** Names a new project in the map of everything. */
export function addToOverview(vault: Vault, project: string, sentence: string, language: Language): void {
  // The map of everything is outside every wall.
  if (vault.behind !== undefined) return;
  const colon = language === 'fr' ? ' :' : ':';
  const line = `- **${project}**${colon} ${sentence}${/[.!?…]$/.test(sentence) ? '' : '.'}`;
  vault.save(vault.locate(joinPath(ROOT, 'overview.md')), (current) =>
    (current ?? '').includes(`**${project}**`)
      ? (current ?? '')
      : addToSection(
          current ?? '',
          { names: ['projects', 'projets'], heading: language === 'fr' ? 'Projets' : 'Projects' },
          line,
        ),
  );
}
