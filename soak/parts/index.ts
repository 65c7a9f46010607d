/** The parts in the order in which they run: first the ledger alone, then the product over HTTP, then whole disks. */
import type { Part } from '../frame/part.ts'
import { ambiguousCommit } from './ambiguous-commit.ts'
import { badNetwork } from './bad-network.ts'
import { cardDeposits } from './card-deposits.ts'
import { citus } from './citus.ts'
import { clusterMove } from './cluster-move.ts'
import { clocks } from './clocks.ts'
import { contention } from './contention.ts'
import { crowded } from './crowded.ts'
import { disksFull } from './disks-full.ts'
import { dumpPart } from './dump.ts'
import { duplicateStorm } from './duplicate-storm.ts'
import { failover } from './failover.ts'
import { failpoints } from './failpoints.ts'
import { holdRaces } from './hold-races.ts'
import { killCycles } from './kill-cycles.ts'
import { knownFaults } from './known-faults.ts'
import { limitEdge } from './limit-edge.ts'
import { lossy } from './lossy.ts'
import { model } from './model.ts'
import { notices } from './notices.ts'
import { overload } from './overload.ts'
import { paging } from './paging.ts'
import { patroni } from './patroni.ts'
import { powerCut } from './power-cut.ts'
import { rails } from './rails.ts'
import { rebuilding } from './rebuild.ts'
import { restorePart } from './restore.ts'
import { reversalCaps } from './reversal-caps.ts'
import { rollingRestart } from './rolling-restart.ts'
import { signIns } from './sign-in.ts'
import { slowProvider } from './slow-provider.ts'
import { steady } from './steady.ts'
import { stopped } from './stopped.ts'
import { stranger } from './stranger.ts'
import { tampering } from './tamper.ts'

export const parts: readonly Part[] = [
  model,
  contention,
  duplicateStorm,
  ambiguousCommit,
  holdRaces,
  reversalCaps,
  knownFaults,
  paging,
  tampering,
  rebuilding,
  killCycles,
  failpoints,
  notices,
  stopped,
  badNetwork,
  lossy,
  rollingRestart,
  limitEdge,
  cardDeposits,
  rails,
  slowProvider,
  clocks,
  crowded,
  stranger,
  overload,
  steady,
  signIns,
  powerCut,
  disksFull,
  failover,
  patroni,
  citus,
  clusterMove,
  restorePart,
  dumpPart,
]
