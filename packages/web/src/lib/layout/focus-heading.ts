/**
 * Moves the focus to the screen's heading when it would otherwise be lost with what had it, so that keyboards and screen
 * readers start at the top of it. A field with autofocus keeps the focus.
 */
export const focusHeading = (): void => {
  if (document.activeElement !== document.body) return
  const heading = document.querySelector('h1')
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}
