/**
 * Fields that regroup what is typed ("1234" becomes "1,234") would throw the caret to the end. It is put back behind
 * the same number of meaningful characters it stood behind before.
 */
import { useLayoutEffect, useRef, type RefObject } from 'react'

/** Where to put the caret in `text` so that `count` characters matching `meaningful` stand before it. */
const caretAfter = (text: string, count: number, meaningful: RegExp): number => {
  let seen = 0
  for (let at = 0; at < text.length; at += 1) {
    if (seen === count) return at
    if (meaningful.test(text.charAt(at))) seen += 1
  }
  return text.length
}

/** Gives a function to call in `onChange`, before the new text is set; the caret follows after the render. */
export const useKeptCaret = (input: RefObject<HTMLInputElement | null>, meaningful: RegExp) => {
  const wanted = useRef<number | null>(null)
  useLayoutEffect(() => {
    const element = input.current
    if (wanted.current === null || !element) return
    const at = caretAfter(element.value, wanted.current, meaningful)
    element.setSelectionRange(at, at)
    wanted.current = null
  })
  return (element: HTMLInputElement) => {
    const before = element.value.slice(0, element.selectionStart ?? element.value.length)
    wanted.current = Array.from(before).filter((character) => meaningful.test(character)).length
  }
}
