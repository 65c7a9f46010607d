/** Keys that requests bring have at most 64 characters. */
const LONGER_THAN_ANY_REQUEST = 80

/**
 * The key of what the product does on its own, exactly once. It is longer than any key a request may bring, so that no
 * caller can use one up beforehand and keep a credit or a return from happening.
 */
export const systemKey = (...parts: string[]): string => parts.join(':').padEnd(LONGER_THAN_ANY_REQUEST, '.')
