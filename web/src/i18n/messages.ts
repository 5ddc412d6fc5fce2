import { en, type Messages } from './en.js';
import { fr } from './fr.js';

export type Language = 'en' | 'fr';

export const MESSAGES: Record<Language, Messages> = { en, fr };
