/** For forms without the form library: focuses the first field in error, so that screen readers announce it. */
import { flushSync } from 'react-dom'

/** @param mark sets the state that puts fields in error */
export const focusFirstInvalid = (mark: () => void): void => {
  flushSync(mark)
  const field = document.querySelector<HTMLElement>('main [aria-invalid="true"]')
  field?.focus()
  // A browser leaves a focused field where it is when any of it is in sight, even if its error stands under the action.
  field?.scrollIntoView({ block: 'nearest' })
}
