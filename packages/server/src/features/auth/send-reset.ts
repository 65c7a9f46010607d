import { open } from '#platform/crypto/sealing.ts'
import { newToken } from '#platform/crypto/tokens.ts'
import { transaction } from '#platform/db/transaction.ts'
import { newId } from '#platform/ids.ts'
import type { Tasks } from '#platform/jobs/tasks.ts'
import type { Services } from '#platform/services.ts'
import { getAccount } from './account-store.ts'
import { claimOf, findClaimant } from './claims-store.ts'
import { insertCode } from './codes-store.ts'
import { mailToOwner } from './mail-to-owner.ts'

/** Where the address of a request is sealed to. */
export const requestPlace = (requestId: string) => ({ table: 'jobs', column: 'password.send-reset', row: requestId })

/** Looks up who an address belongs to and mails the link; for an address of nobody nothing happens. */
export const sendReset = async (services: Services, payload: Tasks['password.send-reset']): Promise<void> => {
  const { db, keys, clock, config, jobs } = services
  const typed = open(keys.sealing, requestPlace(payload.requestId), payload.emailSealed)
  const addressHash = claimOf(keys, 'email', typed)
  const ownerId = await findClaimant(db, 'email', addressHash)
  if (ownerId === null) return
  await transaction(db, 'send reset', async (trx) => {
    const account = await getAccount(trx, keys, ownerId)
    const [codeId, linkToken] = [newId(), newToken()]
    const until = await insertCode(trx, keys, {
      ownerId,
      codeId,
      purpose: 'passwordReset',
      address: account.email,
      addressHash,
      code: null,
      linkToken,
      at: clock.now(),
    })
    const link = `${config.publicUrl}/reset-password?token=${linkToken}`
    const mail = { template: 'resetPassword', ref: codeId, params: { link }, until } as const
    await jobs.add(trx, mailToOwner(services, account, { ...mail, language: payload.language }))
  })
}
