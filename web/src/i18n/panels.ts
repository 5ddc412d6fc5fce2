import { useLanguage } from './language.js';
import type { Language } from './messages.js';
import { type Panels, panelsEn } from './panels-en.js';
import { panelsFr } from './panels-fr.js';

const PANELS: Record<Language, Panels> = { en: panelsEn, fr: panelsFr };

export function usePanels(): Panels {
  return PANELS[useLanguage()];
}
