import { useSyncExternalStore } from 'react'

/** Whether the screen is wide enough for a list and its detail side by side; the breakpoint `desktop` of the tokens. */
export const isWide = (): boolean => matchMedia('(width >= 56.25rem)').matches

/** The breakpoint `wide` of the tokens. */
const TWO_COLUMNS = '(width >= 70rem)'

const onChange = (listener: () => void) => {
  const query = matchMedia(TWO_COLUMNS)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/**
 * Whether two columns of their own have room. For parts that stand in another order then: laid out by styles alone, eyes
 * and keyboard would go different ways.
 */
export const useTwoColumns = (): boolean => useSyncExternalStore(onChange, () => matchMedia(TWO_COLUMNS).matches)
