import { useEffect, useRef, useState, type RefObject } from 'react'

/**
 * The way in which people prove that it is them: the first of those offered, until they choose another. The button of the chosen one
 * goes, so the focus moves to what that way asks for, inside the element of `part`.
 */
export const useChosenWay = <Way extends string>(
  offered: readonly Way[],
): { chosen: Way | undefined; choose: (way: Way) => void; part: RefObject<HTMLDivElement | null> } => {
  const [picked, choose] = useState<Way>()
  const part = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (picked !== undefined) part.current?.querySelector<HTMLElement>('input, button, [tabindex]')?.focus()
  }, [picked])
  return { chosen: picked ?? offered[0], choose, part }
}
