import { useEffect, useState } from 'react'
import { clock } from './clock.ts'

/** The value once it has not changed for `ms`, for queries that follow typing. */
export const useDebounced = <T>(value: T, ms: number): T => {
  const [settled, setSettled] = useState(value)
  useEffect(
    () => (Object.is(settled, value) ? undefined : clock.after(ms, () => setSettled(value))),
    [value, settled, ms],
  )
  return settled
}
