/**
 * Taking over from the prerendered first screen. `#first` holds plain HTML that the person may already be typing into
 * while the script loads. React renders beside it, and in the very commit that shows its own form it copies what was
 * typed and the focus, then the plain one is removed: nothing is lost and nothing flickers.
 */

/** Copies typed values and focus from the plain form into a form of the same field names. */
export const inheritTyped = (form: HTMLFormElement): void => {
  const plain = document.querySelector('#first form')
  if (!plain) return
  for (const from of plain.querySelectorAll<HTMLInputElement>('input[name]')) {
    const to = form.elements.namedItem(from.name)
    if (!(to instanceof HTMLInputElement)) continue
    to.value = from.value
    if (document.activeElement !== from) continue
    to.focus({ preventScroll: true })
    // Selection cannot be asked of an email field; the caret then stays at the end, where typing goes on.
    if (from.selectionStart !== null && to.selectionStart !== null)
      to.setSelectionRange(from.selectionStart, from.selectionEnd)
  }
}

/** Whether the plain screen is still there. */
export const hasFirstScreen = (): boolean => document.getElementById('first') !== null

/** Removes the plain screen, once the routed one is rendered. */
export const dropFirstScreen = (): void => document.getElementById('first')?.remove()

/** A text out of a form without the form library. */
export const textField = (data: FormData, name: string): string => {
  const value = data.get(name)
  return typeof value === 'string' ? value : ''
}
