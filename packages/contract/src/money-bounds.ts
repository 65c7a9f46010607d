/** No single amount may pass this: a billion dollars, far above every limit and far below what a `number` holds exactly. */
export const MAX_CENTS = 100_000_000_000
