/** Whether the screen is wide enough for a list and its detail side by side; the breakpoint `desktop` of the tokens. */
export const isWide = (): boolean => matchMedia('(width >= 56.25rem)').matches
