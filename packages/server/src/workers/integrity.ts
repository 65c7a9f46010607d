/** What runs all the time beside the jobs: the checker and the sealer, in every process that works. */
import { watchMoney } from '#features/operations/index.ts'
import { startRounds } from '#platform/integrity/rounds.ts'
import type { Rounds } from '#platform/integrity/rounds.ts'
import { sealWritten, tellHeads } from '#platform/integrity/sealing.ts'
import type { Services } from '#platform/services.ts'

const LOOK_EVERY_MS = 5_000
const SEAL_EVERY_MS = 1_000
const TELL_EVERY_MS = 60_000

export const startIntegrity = (services: Services): Rounds =>
  startRounds(
    [
      { name: 'watch-money', everyMs: LOOK_EVERY_MS, work: () => watchMoney(services) },
      { name: 'seal', everyMs: SEAL_EVERY_MS, work: () => sealWritten(services) },
      { name: 'tell-heads', everyMs: TELL_EVERY_MS, work: () => tellHeads(services) },
    ],
    services.log,
  )
