import type { Part } from '../frame/part.ts'
import { inOwnNetwork } from '../support/own-network.ts'

export const lossy: Part = {
  name: 'lossy',
  about:
    'T6: packets between servers and database are lost at random, one way, both ways, or refused: answers in time, one effect',
  covers: 'product',
  needs: ['linux', 'root', 'program:unshare', 'program:ip', 'program:iptables'],
  units: { of: 'troubles', short: 0, full: 120 },
  share: 3,
  run: (context) => inOwnNetwork(new URL('../support/lossy-process.ts', import.meta.url), context),
}
