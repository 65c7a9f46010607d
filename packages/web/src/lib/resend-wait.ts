/** From when on another code may be asked for. Kept in the tab, so that a reload does not forget the wait. */
import { useState } from 'react'

type Kind = 'email' | 'phone'

const keyOf = (kind: Kind): string => `resend:${kind}`

const read = (kind: Kind): number | null => {
  const stored = Number(sessionStorage.getItem(keyOf(kind)))
  return stored > 0 ? stored : null
}

/** Notes the moment, in milliseconds, before which no other code is sent. */
export const noteResend = (kind: Kind, atMs: number): void => sessionStorage.setItem(keyOf(kind), String(atMs))

/** @returns the moment, and how to set another */
export const useResendWait = (kind: Kind): [number | null, (atMs: number) => void] => {
  const [at, setAt] = useState(() => read(kind))
  return [
    at,
    (atMs) => {
      noteResend(kind, atMs)
      setAt(atMs)
    },
  ]
}
