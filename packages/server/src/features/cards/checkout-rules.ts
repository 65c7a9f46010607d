/** For how long what is asked of the card provider counts. */

const MINUTE_MS = 60_000
/** Half of it is room for asking again: the provider wants a page to last another half hour when it is made. */
export const PAGE_LIFETIME_MS = 60 * MINUTE_MS
/** How long the provider promises to know our key. */
export const KEY_LIFETIME_MS = 24 * 60 * MINUTE_MS
/** After its page's end a payment that the provider never heard of cannot come any more. */
const CERTAINTY_MS = 5 * MINUTE_MS

/** No page of this request can be paid any more, wherever it may have got to. */
export const isPageOver = ({ expiresAt }: { expiresAt: number }, at: Date): boolean =>
  at.getTime() > expiresAt * 1000 + CERTAINTY_MS
