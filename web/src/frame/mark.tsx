/** Rappel's logo. */
export function Mark() {
  return (
    <svg aria-hidden viewBox="0 0 32 32" width="22" height="22" className="shrink-0">
      <rect width="32" height="32" rx="8" className="fill-accent" />
      <path
        d="M10 23V9h7.2a4.6 4.6 0 0 1 0 9.2H10m6.2 0L21.5 23"
        fill="none"
        className="stroke-on-accent"
        strokeWidth="2.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
