/** For forms without the form library: the first field in error gets the focus, and with it is read aloud. */
import { flushSync } from 'react-dom'

/** @param mark sets the state that puts fields in error */
export const focusFirstInvalid = (mark: () => void): void => {
  flushSync(mark)
  document.querySelector<HTMLElement>('main [aria-invalid="true"]')?.focus()
}
