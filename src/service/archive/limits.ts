/** What an archive may hold, whoever made it: far more than a vault has, far less than what fills a disk or stalls a walk. */
export const MOST_ENTRIES = 500_000;
export const MOST_DEPTH = 100;
