/**
 * What the other device keeps of a hand-off. Its code is kept in memory alone, from its way out of the address until the
 * screen uses it: it must not stay in the history of a device that may be somebody else's. The bearer that it is exchanged
 * for adds photos and reads what is missing, nothing else; this tab keeps it until the hand-off ends, because a phone may
 * drop the page while its camera is open.
 */
import type { Result } from '@puente/contract'

/** A hand-off that is open, or `done` once nothing is left to add. */
export type KeptHandoff = Result<'kycResume'> | 'done'

const KEY = 'handoff'
let code = ''

/** Keeps the open hand-off for a reload; null forgets it. */
export const keepHandoff = (handoff: KeptHandoff | null): void => {
  try {
    if (handoff === null) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, JSON.stringify(handoff))
  } catch {
    // Without storage a reload needs a new code.
  }
}

/** What a page that is loaded again goes on with; null when nothing was opened in this tab. */
export const keptHandoff = (): KeptHandoff | null => {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as KeptHandoff | null
  } catch {
    return null
  }
}

/** Takes the code of a link; an earlier hand-off of this tab is over. */
export const keepHandoffCode = (found: string): void => {
  code = found
  keepHandoff(null)
}

/** Empty when the page was opened without one, or loaded again. */
export const handoffCode = (): string => code
