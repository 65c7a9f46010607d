import type { Provider, World } from '../core/provider.ts'
import type { Hosts } from '../http/page-forms.ts'
import { registerAchControl } from './control.ts'
import { createDesk } from './desk.ts'
import { createFileDesk } from './files/file-desk.ts'
import { registerFileControl, registerFileWire } from './files/wire.ts'
import { registerIncreaseWire } from './wire.ts'

/** The bank that pays out by ACH: Increase's API at /wire/increase, files at /wire/nacha, and its desk at /bank/ach. */
export const createAchProvider = (world: World, hosts: Hosts): Provider => {
  const desk = createDesk(world)
  const files = createFileDesk(world, desk)
  let clearKeys = () => {}
  return {
    name: 'ach',
    register(app) {
      clearKeys = registerIncreaseWire(app, world, desk).clear
      registerFileWire(app, world, files)
      registerFileControl(app, files)
      registerAchControl(app, desk, hosts)
    },
    reset() {
      desk.clear()
      files.clear()
      clearKeys()
    },
  }
}
