/** What the bank of a recipient says after a payment. All of it acts on the version that was paid: who edited it since knows better. */
import { lockAccount } from '#features/accounts/index.ts'
import { audit } from '#platform/audit.ts'
import { databaseNow, type Trx } from '#platform/db/database.ts'
import { newId } from '#platform/ids.ts'
import type { Services } from '#platform/services.ts'
import { bankNameOf } from './bank-names.ts'
import type { RecipientDetails } from './recipient.ts'
import {
  clearVersionReturn,
  findRecipient,
  findVersion,
  insertVersion,
  markVersionReturned,
  putVersion,
} from './recipients-store.ts'
import { destinationHashOf } from './seal-details.ts'

type Telling = Pick<Services, 'clock' | 'keys' | 'live'>
/** Bare uuids: the version that a withdrawal was paid with. */
type Paid = { ownerId: string; versionId: string }

const BANK = { kind: 'system', id: 'bank' } as const

/**
 * Money came back from an account. Where the return's `code`, such as `R03`, means that it takes none, nothing goes to it until it is
 * edited; else its owner is warned before they use it again.
 */
export const markRecipientReturned = async (
  { clock, live }: Telling,
  trx: Trx,
  { ownerId, versionId, code, isUsable }: Paid & { code: string; isUsable: boolean },
): Promise<void> => {
  const at = await databaseNow(trx, clock)
  if (!(await markVersionReturned(trx, { ownerId, versionId, code, isUsable, at }))) return
  const object = { type: 'recipient-version', id: versionId }
  const action = isUsable ? 'recipient.returned' : 'recipient.refused'
  await audit(trx, { actor: BANK, action, object, result: 'done', details: { code } })
  await live.publish(trx, { ownerId, event: 'me', data: { fields: ['recipients'] } })
}

/** Money that was sent after the last return has arrived: its owner is warned of that return no longer. */
export const forgetRecipientReturn = async (
  { clock, live }: Telling,
  trx: Trx,
  { ownerId, versionId, begunAt }: Paid & { begunAt: Date },
): Promise<void> => {
  const at = await databaseNow(trx, clock)
  if (!(await clearVersionReturn(trx, { ownerId, versionId, begunAt, at }))) return
  const object = { type: 'recipient-version', id: versionId }
  await audit(trx, { actor: BANK, action: 'recipient.reached', object, result: 'done' })
  await live.publish(trx, { ownerId, event: 'me', data: { fields: ['recipients'] } })
}

/** A notification of change: the account goes by other numbers from now on. Makes a version, and begins no day. */
export const correctRecipient = async (
  { clock, keys, live }: Telling,
  trx: Trx,
  {
    ownerId,
    versionId,
    change,
  }: Paid & { change: Partial<Pick<RecipientDetails, 'routingNumber' | 'accountNumber' | 'accountType'>> },
): Promise<void> => {
  await lockAccount(trx, keys, ownerId)
  const paid = await findVersion(trx, keys, ownerId, versionId)
  const before = paid && (await findRecipient(trx, keys, ownerId, paid.recipientId))
  if (!before || before.versionId !== versionId) return
  const corrected = { ...before.details, ...change }
  const details = { ...corrected, bankName: bankNameOf(corrected.routingNumber) ?? before.details.bankName }
  const at = await databaseNow(trx, clock)
  const after = { ...before, versionId: newId(), details, destinationHash: destinationHashOf(keys, details) }
  await insertVersion(trx, keys, { ...after, source: 'notice', at })
  const { coolingUntil: _, ...next } = after
  await putVersion(trx, next, at)
  await audit(trx, {
    actor: BANK,
    action: 'recipient.corrected',
    object: { type: 'recipient', id: before.recipientId },
    result: 'done',
    details: { version: after.versionId, fields: Object.keys(change).join(',') },
  })
  await live.publish(trx, { ownerId, event: 'me', data: { fields: ['recipients'] } })
}
