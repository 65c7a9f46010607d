/**
 * The code of a hand-off, from its way out of the address until the screen uses it. It must not stay in the history of a
 * device that may be somebody else's, and is kept nowhere but here.
 */
let code = ''

export const keepHandoffCode = (found: string): void => {
  code = found
}

/** Empty when the page was opened without one, or loaded again. */
export const handoffCode = (): string => code
