import type { Language } from '../../../src/words/language.js';
import { en, type Messages } from './en.js';
import { fr } from './fr.js';

export type { Language };

export const MESSAGES: Record<Language, Messages> = { en, fr };
