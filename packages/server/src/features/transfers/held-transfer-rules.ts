/** The tier from which on a wallet has no cap, so that what waited for its owner reaches them. */
export const RELEASE_TIER = 1
