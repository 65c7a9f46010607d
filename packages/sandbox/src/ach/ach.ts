import type { Provider, World } from '../core/provider.ts'
import type { Hosts } from '../http/page-forms.ts'
import { registerAchControl } from './control.ts'
import { createDesk } from './desk.ts'
import { registerIncreaseWire } from './wire.ts'

/** The bank that pays out by ACH: Increase's API at /wire/increase, and its desk at /bank/ach. */
export const createAchProvider = (world: World, hosts: Hosts): Provider => {
  const desk = createDesk(world)
  let clearKeys = () => {}
  return {
    name: 'ach',
    register(app) {
      clearKeys = registerIncreaseWire(app, world, desk).clear
      registerAchControl(app, desk, hosts)
    },
    reset() {
      desk.clear()
      clearKeys()
    },
  }
}
