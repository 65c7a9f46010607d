import { newCode, newToken } from '#platform/crypto/tokens.ts'
import type { Trx } from '#platform/db/database.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { newId } from '#platform/ids.ts'
import type { Services } from '#platform/services.ts'
import { BUDGETS } from '#platform/rate-limit/throttles.ts'
import { smsJob } from '#providers/sms/sms-job.ts'
import { languageOfAccount, claimOf, mailToOwner, maskPhone } from '#features/accounts/index.ts'
import type { Account } from '#features/accounts/index.ts'
import { insertCode } from './codes-store.ts'
import { RESEND_AFTER_MS } from './code-rules.ts'

type Sending = Pick<Services, 'budgets' | 'clock' | 'config' | 'jobs' | 'keys'>

/** Three mails an hour and ten a day for an account, whose address no other account can have. */
export const consumeMails = ({ budgets }: Pick<Services, 'budgets'>, ownerId: string): Promise<void> =>
  budgets.consume(`email:${ownerId}`, BUDGETS.codesPerHour, BUDGETS.codesPerDay)

/** Mails a link and a code; answers until when they work. */
export const sendEmailCode = async (services: Sending, trx: Trx, account: Account): Promise<Date> => {
  const { clock, config, jobs, keys } = services
  const { id: ownerId, email } = account
  const [codeId, code, linkToken] = [newId(), newCode(), newToken()]
  const addressHash = claimOf(keys, 'email', email)
  const expiresAt = await insertCode(trx, keys, {
    ownerId,
    codeId,
    purpose: 'email',
    address: email,
    addressHash,
    code,
    linkToken,
    at: clock.now(),
  })
  const link = `${config.publicUrl}/confirmation?token=${linkToken}`
  const mail = { template: 'confirmEmail', ref: codeId, params: { code, link }, until: expiresAt } as const
  await jobs.add(trx, mailToOwner(services, account, mail))
  return expiresAt
}

/**
 * What a new address may be sent in a day: two from each account, and ten more from all together, as numbers do. A list of
 * addresses must not become mail to strangers.
 */
export const consumeMailsTo = async (
  { budgets, keys }: Pick<Services, 'budgets' | 'keys'>,
  ownerId: string,
  email: string,
): Promise<void> => {
  const address = claimOf(keys, 'email', email)
  if ((await budgets.take(`${address}:${ownerId}`, BUDGETS.codesToNumberPerAccount)) === 0) return
  await budgets.consume(address, BUDGETS.codesToNumberBeyond)
}

/** Mails a code, and no link, to an address that is to become the account's: only the person signed in can type it. */
export const sendEmailChangeCode = async (
  services: Sending,
  trx: Trx,
  account: Account,
  email: string,
): Promise<Date> => {
  const { clock, jobs, keys } = services
  const [codeId, code] = [newId(), newCode()]
  const expiresAt = await insertCode(trx, keys, {
    ownerId: account.id,
    codeId,
    purpose: 'emailChange',
    address: email,
    addressHash: claimOf(keys, 'email', email),
    code,
    linkToken: null,
    at: clock.now(),
  })
  // Not by name: the address may be a stranger's.
  const unproved = { ...account, email, emailVerified: false }
  const mail = { template: 'emailChangeCode', ref: codeId, params: { code }, until: expiresAt } as const
  await jobs.add(trx, mailToOwner(services, unproved, mail))
  return expiresAt
}

/** Sends a code to the number; answers as the phone calls do. Refuses with `serviceUnavailable` where no SMS is sent. */
export const sendPhoneCode = async (
  services: Sending,
  trx: Trx,
  account: Account,
  phone: string,
  purpose: 'phone' | 'phoneChange' = 'phone',
) => {
  const { clock, config, jobs, keys } = services
  if (config.sms === 'off') throw new Refusal('serviceUnavailable', { reason: 'sms' })
  const [codeId, code, at] = [newId(), newCode(), clock.now()]
  const addressHash = claimOf(keys, 'phone', phone)
  const expiresAt = await insertCode(trx, keys, {
    ownerId: account.id,
    codeId,
    purpose,
    address: phone,
    addressHash,
    code,
    linkToken: null,
    at,
  })
  await jobs.add(
    trx,
    smsJob(services, {
      template: 'phoneCode',
      to: phone,
      // A stop is noted of the number that the account has, not of one that is to replace it.
      ...(purpose === 'phone' && { holder: { ownerId: account.id, claim: addressHash } }),
      language: languageOfAccount(account),
      ref: codeId,
      params: { code },
      until: expiresAt,
    }),
  )
  return {
    phone: maskPhone(phone),
    expiresAt: expiresAt.toISOString(),
    resendAt: new Date(at.getTime() + RESEND_AFTER_MS).toISOString(),
  }
}
