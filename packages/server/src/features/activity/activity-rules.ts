/** What a search can mean. Pure: no clock, no database. */
import { MOVEMENT_STATES } from '@puente/contract'
import type { MovementState } from '@puente/contract'

/**
 * The part of an amount that a text is, in the digits in which amounts are compared (`1250.00`): `$1,250` and `1,250.0`
 * become `1250` and `1250.0`. Null when it is none.
 */
const amountPartOf = (text: string): string | null => {
  const digits = text
    .replaceAll(/[\s$+\u2212-]/g, '')
    .replaceAll(/,(?=\d{3}(?:\D|$))/g, '')
    .replace(',', '.')
  return /^(?:\d+\.?\d{0,2}|\.\d{1,2})$/.test(digits) ? digits : null
}

/** What a search text may stand for besides a part of a name, note or reference. */
export const searchMeaning = (text: string): { amountPart: string | null; states: MovementState[] } => {
  const word = text.toLowerCase()
  return {
    amountPart: amountPartOf(text),
    states: MOVEMENT_STATES.filter((state) => state.toLowerCase() === word),
  }
}
