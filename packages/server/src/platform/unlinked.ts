/** A name for a message, in which no phone or mail program finds an address to make a link of. */
export const unlinked = (name: string): string => name.replaceAll(/\.(?=\S)/g, '. ')
