import { useRef } from 'react'

/**
 * @returns a function that starts `work` unless what it started before is still under way, also when a second click comes
 * before the screen shows so. `work` reports its failures itself.
 */
export const useOneAtATime = (): ((work: () => Promise<unknown>) => void) => {
  const running = useRef(false)
  return (work) => {
    if (running.current) return
    running.current = true
    const end = () => {
      running.current = false
    }
    work().then(end, end)
  }
}
