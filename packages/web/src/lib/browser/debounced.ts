import { useEffect, useState } from 'react'
import { clock } from './clock.ts'

/** The value once it has stood still for `ms`: what is asked of the server while somebody types. */
export const useDebounced = <T>(value: T, ms: number): T => {
  const [settled, setSettled] = useState(value)
  useEffect(
    () => (Object.is(settled, value) ? undefined : clock.after(ms, () => setSettled(value))),
    [value, settled, ms],
  )
  return settled
}
