import type { Input } from '@puente/contract'
import type { PublicCtx } from '#platform/http/ctx.ts'
import { newId } from '#platform/ids.ts'
import { insertUsageEvent } from './content-store.ts'

/** Keeps a usage event: its name, what the contract lets through, and whether a person was signed in; never who. */
export const events = async (ctx: PublicCtx, { name, props }: Input<'events'>) => {
  await insertUsageEvent(ctx.db, { id: newId(), at: ctx.clock.now(), name, props, isSignedIn: ctx.user !== null })
  return {}
}
