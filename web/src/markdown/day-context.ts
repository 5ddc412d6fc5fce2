import { createContext } from 'react';

/** The day of which a text is, if it is not of today: files that it names are opened as they were then. */
export const DayContext = createContext<string | null>(null);
