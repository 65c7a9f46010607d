import type { Input } from '@puente/contract'
import type { PublicCtx } from '#platform/http/ctx.ts'
import { newId } from '#platform/ids.ts'
import { insertUsageEvent, mayCountUsage } from './content-store.ts'

/**
 * Keeps a usage event: its name, what the contract lets through, and whether a person was signed in; never who. Nothing is kept
 * of a person who did not say yes. The browser asks the same before it sends anything; this holds for other clients too.
 */
export const events = async (ctx: PublicCtx, { name, props }: Input<'events'>) => {
  if (ctx.user !== null && !(await mayCountUsage(ctx.db, ctx.user.id))) return {}
  await insertUsageEvent(ctx.db, { id: newId(), at: ctx.clock.now(), name, props, isSignedIn: ctx.user !== null })
  return {}
}
