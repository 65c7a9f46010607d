import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'

/** Somewhat before the end comes into view, so that reading goes on without a pause. */
const AHEAD = '400px'

/** Calls `onReached` when the element comes near the view, as long as `active`. */
export const useReached = (active: boolean, onReached: () => void): RefObject<HTMLDivElement | null> => {
  const element = useRef<HTMLDivElement>(null)
  const reached = useEffectEvent(onReached)
  useEffect(() => {
    const { current } = element
    if (!active || current === null || typeof IntersectionObserver === 'undefined') return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) reached()
      },
      { rootMargin: AHEAD },
    )
    observer.observe(current)
    return () => observer.disconnect()
  }, [active])
  return element
}
