/**
 * Mail that came back: the address is marked, its owner hears of it in the app, and notifications are mailed there no more
 * until it is verified again. It is learned while a mail is handed over, or later from a delivery report.
 */
import { claimOf, findClaimant, lockAccount, updateAccount } from '#features/accounts/index.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { TaskHandlers } from '#platform/jobs/tasks.ts'
import type { Services } from '#platform/services.ts'
import { addressOf, type ReturnedMail } from '#providers/mail/mail-returned.ts'
import { tellNotices } from './tell-notices.ts'

declare module '#platform/jobs/tasks.ts' {
  interface Tasks {
    'notices.tell-returned': ReturnedMail
  }
}

/** Whose address it is today, and since when it is marked; marks it. */
const markReturned = async (services: Services, address: string): Promise<{ ownerId: string; at: Date } | null> => {
  const claim = claimOf(services.keys, 'email', address)
  const ownerId = await findClaimant(services.db, 'email', claim)
  if (ownerId === null) return null
  return transaction(services.db, 'mark returned mail', async (trx) => {
    const account = await lockAccount(trx, services.keys, ownerId)
    if (claimOf(services.keys, 'email', account.email) !== claim || !account.emailVerified) return null
    if (account.emailReturnedAt !== null) return { ownerId, at: account.emailReturnedAt }
    const at = services.clock.now()
    await updateAccount(services, trx, ownerId, { emailReturnedAt: at }, ['emailReturned'])
    return { ownerId, at }
  })
}

export const tellOfReturnedMail = (services: Services) =>
  ({
    'notices.tell-returned': async (returned) => {
      const marked = await markReturned(services, addressOf(services.keys, returned))
      if (marked === null) return
      const { ownerId, at } = marked
      await tellNotices(services, [
        {
          ownerId,
          // However many mails come back: it is told once, until the address is verified again.
          source: `email-returned/${at.toISOString()}`,
          at,
          kind: 'updateEmail',
          variant: 'returned',
          object: { type: 'email', id: null },
          isMailed: true,
        },
      ])
    },
  }) satisfies TaskHandlers
