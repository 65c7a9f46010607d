/**
 * Whether something is under way outside: a payment page open in another tab, a bank app on the phone. Being away is
 * then expected, so an idle session is locked instead of ended.
 */
import { createStore } from './store.ts'

const open = createStore(false)

export const outsideStep = {
  isOpen: open.get,
  begin: () => open.set(true),
  end: () => open.set(false),
}
