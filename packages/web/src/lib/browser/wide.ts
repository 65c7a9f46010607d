import { useSyncExternalStore } from 'react'

/** The breakpoint `desktop` of the tokens. */
const BESIDE = '(width >= 56.25rem)'

/** The breakpoint `wide` of the tokens. */
const TWO_COLUMNS = '(width >= 70rem)'

/** Whether the screen is wide enough for a list and its detail side by side. */
export const isWide = (): boolean => matchMedia(BESIDE).matches

const useMedia = (media: string): boolean =>
  useSyncExternalStore(
    (listener) => {
      const query = matchMedia(media)
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    () => matchMedia(media).matches,
  )

/** `isWide` for what a row leads to: to the detail beside it, or away from the list. */
export const useWide = (): boolean => useMedia(BESIDE)

/**
 * Whether two columns of their own have room. For parts that stand in another order then: laid out by styles alone, eyes
 * and keyboard would go different ways.
 */
export const useTwoColumns = (): boolean => useMedia(TWO_COLUMNS)
