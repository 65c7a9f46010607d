import type { Input } from '@puente/contract'
import { audit } from '#platform/audit.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { recordSecurityEvent } from '#features/security-log/index.ts'
import { rememberedBrowsers } from './remembered-browsers.ts'
import { deleteBrowser, deleteBrowsers } from './remembered-browsers-store.ts'

/** Forgets one remembered browser, or without an id all of them, and answers those that are left. Refuses with `notFound`. */
export const forgetBrowser = async (ctx: UserCtx, { id }: Input<'forgetBrowser'>) => {
  const { id: ownerId, sessionId } = ctx.user
  await transaction(ctx.db, 'forget browser', async (trx) => {
    if (id === undefined) await deleteBrowsers(trx, ownerId)
    else if (!(await deleteBrowser(trx, ownerId, id))) throw new Refusal('notFound')
    await recordSecurityEvent(trx, ctx, ownerId, 'devicesForgotten')
    await audit(trx, {
      actor: { kind: 'user', id: ownerId, sessionId },
      action: 'browser.forgotten',
      result: 'done',
      network: ctx.network,
      requestId: ctx.requestId,
      details: { all: id === undefined },
    })
  })
  return rememberedBrowsers(ctx)
}
