import { useEffect, useRef, type RefObject } from 'react'

/**
 * Moves the focus to the heading of the screen, or of a part of it, when it would otherwise be lost with what had it, so that
 * keyboards and screen readers go on there. A field with autofocus keeps the focus.
 */
export const focusHeading = (part?: Element | null): void => {
  if (document.activeElement !== document.body) return
  const heading = part?.querySelector<HTMLElement>('h1, h2, h3') ?? document.querySelector('h1')
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}

/**
 * Focuses a heading after a change of `state` that has taken away what had the focus.
 * @returns the ref of the part whose heading it is; without an element, it is that of the screen
 */
export const useHeadingAfter = (state: unknown): RefObject<HTMLDivElement | null> => {
  const part = useRef<HTMLDivElement>(null)
  const before = useRef(state)
  useEffect(() => {
    if (before.current !== state) focusHeading(part.current)
    before.current = state
  }, [state])
  return part
}
