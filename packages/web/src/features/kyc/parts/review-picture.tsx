/** A document that is being read, above the water the bridge spans. */
export const ReviewPicture = () => (
  <svg
    aria-hidden="true"
    viewBox="0 0 220 130"
    fill="none"
    strokeLinecap="round"
    strokeLinejoin="round"
    className="h-32 w-auto text-text"
    stroke="currentColor"
    strokeWidth="2"
  >
    <circle className="fill-waiting-soft stroke-none" cx="110" cy="58" r="52" />
    <rect className="fill-surface-raised" x="62" y="30" width="88" height="58" rx="8" />
    <g className="stroke-brand">
      <circle cx="84" cy="53" r="8" />
      <path d="M71 76c1-8 6-11 13-11s12 3 13 11" />
    </g>
    <path className="stroke-border-strong" d="M106 48h32M106 59h32M106 70h16" />
    <circle className="fill-surface-raised" cx="142" cy="78" r="17" strokeWidth="3" />
    <path strokeWidth="4" d="m155 91 13 13" />
    <path className="stroke-border-strong" d="M28 120q8-5 16 0t16 0M92 119q8-5 16 0t16 0M160 120q8-5 16 0t16 0" />
  </svg>
)
