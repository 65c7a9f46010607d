import type { Language } from '@puente/contract'
import { decryptField } from '#platform/crypto/field-encryption.ts'
import { newToken } from '#platform/crypto/tokens.ts'
import { transaction } from '#platform/db/transaction.ts'
import { newId } from '#platform/ids.ts'
import type { Tasks } from '#platform/jobs/tasks.ts'
import { BUDGETS } from '#platform/rate-limit/throttles.ts'
import type { Services } from '#platform/services.ts'
import {
  claimOf,
  findClaimant,
  getAccount,
  isOwnerInDoubt,
  lockAccount,
  mailToOwner,
} from '#features/accounts/index.ts'
import { isResetDue } from './code-rules.ts'
import { insertCode, readSent } from './codes-store.ts'

/** Where the address of a request is sealed to. */
export const requestPlace = (requestId: string) => ({ table: 'jobs', column: 'password.send-reset', row: requestId })

const DAY_MS = 86_400_000

/** Mails the holder of a proved address, at most once a day, that no new password can be chosen now, and whom to write to. */
const tellOfDoubt = async (services: Services, ownerId: string, language: Language): Promise<void> => {
  const { budgets, db, jobs, keys } = services
  const account = await getAccount(db, keys, ownerId)
  if (!account.emailVerified || (await budgets.take(ownerId, BUDGETS.resetInDoubtMail)) > 0) return
  const mail = mailToOwner(services, account, { template: 'resetInDoubt', ref: newId(), params: {}, language })
  await transaction(db, 'tell of doubt', (trx) => jobs.add(trx, mail))
}

/**
 * Looks up who an address belongs to and mails a link, unless one that was mailed will do: see `isResetDue`. For an
 * unknown address nothing happens. While operators find out who owns the account, having the mailbox does not prove it: the mail
 * then says so and has no link.
 */
export const sendReset = async (services: Services, payload: Tasks['password.send-reset']): Promise<void> => {
  const { db, keys, clock, config, jobs } = services
  const typed = decryptField(keys.sealing, requestPlace(payload.requestId), payload.emailSealed)
  const addressHash = claimOf(keys, 'email', typed)
  const ownerId = await findClaimant(db, 'email', addressHash)
  if (ownerId === null) return
  const isInDoubt = await transaction(db, 'send reset', async (trx) => {
    // Locked, so that requests that come together see each other's link.
    const account = await lockAccount(trx, keys, ownerId)
    if (await isOwnerInDoubt(trx, ownerId)) return true
    const at = clock.now()
    const since = new Date(at.getTime() - DAY_MS)
    if (!isResetDue(await readSent(trx, { ownerId, purpose: 'passwordReset', since, at }), at)) return false
    const [codeId, linkToken] = [newId(), newToken()]
    const until = await insertCode(trx, keys, {
      ownerId,
      codeId,
      purpose: 'passwordReset',
      address: account.email,
      addressHash,
      code: null,
      linkToken,
      at,
    })
    const link = `${config.publicUrl}/reset-password?token=${linkToken}`
    const mail = { template: 'resetPassword', ref: codeId, params: { link }, until } as const
    await jobs.add(trx, mailToOwner(services, account, { ...mail, language: payload.language }))
    return false
  })
  if (isInDoubt) await tellOfDoubt(services, ownerId, payload.language)
}
