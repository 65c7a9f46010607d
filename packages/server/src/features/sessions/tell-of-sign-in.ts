import { readDevice } from '#platform/crypto/device-cookie.ts'
import type { Trx } from '#platform/db/database.ts'
import type { PublicCtx } from '#platform/http/ctx.ts'
import { getAccount, isOwnerInDoubt, mailToOwner, sendChangeNotice } from '#features/accounts/index.ts'
import { countRefusedSignIns } from '#features/security-log/index.ts'
import { noteBrowser } from './known-browsers-store.ts'
import { hasSessions } from './sessions-store.ts'

/** So many wrong passwords before the right one are no slip of the owner's finger. */
const SUSPICIOUS_FAILURES = 3

declare module '#platform/events.ts' {
  interface Events {
    /** Somebody came in with a browser that the owner has not used before, or after several wrong passwords. */
    'sign-in.unfamiliar': { ownerId: string }
  }
}

type Telling = Pick<PublicCtx, 'agent' | 'clock' | 'config' | 'deviceCookie' | 'events' | 'jobs' | 'keys'>

/**
 * Mails the owner about a sign-in from a browser that has not signed in since the password was chosen, and about one that
 * came after several wrong passwords. Not about the first of an account, and not to an address that is not proved: its
 * holder may have nothing to do with the account. The mail has the link that freezes the account; while it is in doubt whose that
 * is, it sends to support instead. To be asked before the session itself is written.
 */
export const tellOfSignIn = async (ctx: Telling, trx: Trx, ownerId: string, sessionId: string): Promise<void> => {
  const at = ctx.clock.now()
  const device = readDevice(ctx.keys, ctx.deviceCookie)
  const isKnown = device !== null && (await noteBrowser(trx, ownerId, device.id, at))
  if (!(await hasSessions(trx, ownerId))) return
  const failures = await countRefusedSignIns(trx, ctx, ownerId)
  if (isKnown && failures < SUSPICIOUS_FAILURES) return
  await ctx.events.record(trx, { event: 'sign-in.unfamiliar', data: { ownerId } })
  const account = await getAccount(trx, ctx.keys, ownerId)
  if (!account.emailVerified) return
  if (!(await isOwnerInDoubt(trx, ownerId)))
    return sendChangeNotice(ctx, trx, account, isKnown ? 'signInAfterFailures' : 'newSignIn')
  const { browser, device: kind, timeZone } = ctx.agent()
  const facts = { browser, device: kind, at: at.toISOString(), timeZone }
  const link = `${ctx.config.publicUrl}/settings/support`
  await ctx.jobs.add(
    trx,
    mailToOwner(ctx, account, { template: 'signInInDoubt', ref: sessionId, params: { link, facts } }),
  )
}
