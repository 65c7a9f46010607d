import type { Rail } from '@puente/contract'
import type { ReadDb } from '#platform/db/database.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { Services } from '#platform/services.ts'
import { isClosed, railsOf } from './content-rules.ts'
import { listSwitches } from './content-store.ts'

/** `alternatives` are the other rails that are open, for a refusal to name. */
type Standing = { rail: Rail; on: boolean; alternatives: Rail[] }

/** Whether a rail takes something new now. */
export const findRail = async (
  { db, clock, config }: Pick<Services, 'clock' | 'config'> & { db: ReadDb },
  rail: Rail,
): Promise<Standing> => {
  const switches = await listSwitches(db, clock.now())
  const shown = railsOf(config, switches, 'en').find((standing) => standing.rail === rail)
  return { rail, on: !isClosed(config, switches, rail), alternatives: shown?.alternatives ?? [] }
}

/** What a refusal says of a rail that takes nothing now. */
export const closedRail = ({ rail, alternatives }: Standing) => ({ rail, alternatives })

/** Refuses with `serviceUnavailable` what would begin on a closed rail. What is under way on it goes on. */
export const requireRail = (standing: Standing): void => {
  if (!standing.on) throw new Refusal('serviceUnavailable', closedRail(standing))
}
