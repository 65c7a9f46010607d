import type { Rail } from '@puente/contract'
import type { ReadDb } from '#platform/db/database.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { Services } from '#platform/services.ts'
import { closedRail, railsOf } from './content-rules.ts'
import { listSwitches } from './content-store.ts'

type Standing = { rail: Rail; on: boolean }

/** Whether a rail takes something new now, as `config` shows it. */
export const findRail = async (
  { db, clock, config }: Pick<Services, 'clock' | 'config'> & { db: ReadDb },
  rail: Rail,
): Promise<Standing> => {
  const rails = railsOf(config, await listSwitches(db, clock.now()))
  return { rail, on: rails.some((shown) => shown.rail === rail && shown.on) }
}

/** Refuses with `serviceUnavailable` what would begin on a closed rail. What is under way on it goes on. */
export const requireRail = ({ rail, on }: Standing): void => {
  if (!on) throw new Refusal('serviceUnavailable', closedRail(rail))
}
