/** For forms without the form library: focuses the first field in error, so that screen readers announce it. */
import { flushSync } from 'react-dom'

/** @param mark sets the state that puts fields in error */
export const focusFirstInvalid = (mark: () => void): void => {
  flushSync(mark)
  const field = document.querySelector<HTMLElement>('main :is([aria-invalid="true"], [data-invalid] input)')
  field?.focus()
  // A browser does not scroll to a focused field that is partly visible, even if its error is hidden below the action.
  field?.scrollIntoView({ block: 'nearest' })
}
