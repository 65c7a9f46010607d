/**
 * Adds and changes recipients. What was entered becomes a new version, and for a day only little can be sent to it; the audit trail and
 * the security log record it, and the owner gets a mail. The owner's account is locked meanwhile, so that two calls run one after
 * the other.
 */
import { lockAccount, mailToOwner } from '#features/accounts/index.ts'
import { recordSecurityEvent } from '#features/security-log/index.ts'
import { audit } from '#platform/audit.ts'
import { databaseNow, type Trx } from '#platform/db/database.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { newId } from '#platform/ids.ts'
import { goOnWithFirstDay } from './first-day-store.ts'
import type { Recipient, RecipientDetails } from './recipient.ts'
import { changedFields, COOLING_MS, maskedAccount, mayWorkNow, MOST_RECIPIENTS } from './recipient-rules.ts'
import { findByDestination, insertRecipient, insertVersion, listRecipientsOf, putVersion } from './recipients-store.ts'
import { destinationHashOf } from './seal-details.ts'

/** The path of the screen that the mail leads to. */
const RECIPIENTS_PATH = '/settings/bank-accounts'

/** What came of it; no event where everything stayed as it was. */
export type Kept = {
  recipient: Recipient
  event: 'recipientAdded' | 'recipientChanged' | null
  fields: readonly string[]
}

/** Writes the lines of both logs and the mail about what was kept. */
export const auditRecipient = async (ctx: UserCtx, trx: Trx, { event, recipient, fields }: Kept): Promise<void> => {
  if (event === null) return
  const { ownerId, recipientId, details } = recipient
  const account = await lockAccount(trx, ctx.keys, ownerId)
  await audit(trx, {
    actor: { kind: 'user', id: ownerId, sessionId: ctx.user.sessionId },
    action: event === 'recipientAdded' ? 'recipient.added' : 'recipient.changed',
    object: { type: 'recipient', id: recipientId },
    result: 'done',
    network: ctx.network,
    requestId: ctx.requestId,
    details: { version: recipient.versionId, fields: fields.join(',') },
  })
  await recordSecurityEvent(trx, ctx, ownerId, event)
  const params = {
    link: `${ctx.config.publicUrl}${RECIPIENTS_PATH}`,
    account: maskedAccount(details.accountNumber),
  }
  await ctx.jobs.add(trx, mailToOwner(ctx, account, { template: event, ref: newId(), params }))
  await ctx.live.publish(trx, { ownerId, event: 'me', data: { fields: ['recipients'] } })
}

/** Gives a recipient of the caller new details; one that stays as it is begins no day and is no news. */
export const changeRecipient = async (
  ctx: UserCtx,
  trx: Trx,
  before: Recipient & { isDeleted?: boolean },
  { details, source }: { details: RecipientDetails; source: 'form' | 'link' },
): Promise<Kept> => {
  const at = await databaseNow(trx, ctx.clock)
  const fields = changedFields(before.details, details)
  const isOtherAccount = fields.includes('routingNumber') || fields.includes('accountNumber')
  const isLinked = source === 'link' || (before.isLinked && !isOtherAccount)
  if (fields.length === 0 && !before.isDeleted) return { recipient: before, event: null, fields }
  const after: Recipient = {
    ...before,
    versionId: newId(),
    details,
    destinationHash: destinationHashOf(ctx.keys, details),
    isLinked,
    unusableCode: mayWorkNow(fields) ? null : before.unusableCode,
    returnedCode: mayWorkNow(fields) ? null : before.returnedCode,
    coolingUntil: new Date(at.getTime() + COOLING_MS),
  }
  await insertVersion(trx, ctx.keys, { ...after, source, at })
  await putVersion(trx, after, at)
  await goOnWithFirstDay(trx, after, at)
  return { recipient: after, event: before.isDeleted ? 'recipientAdded' : 'recipientChanged', fields }
}

/**
 * Adds a bank account to the caller's list. One that they have or had before keeps its id, the day that it began and what its
 * bank said. Refuses with `invalidRequest` when the list is full.
 */
export const keepRecipient = async (
  ctx: UserCtx,
  trx: Trx,
  { details, source }: { details: RecipientDetails; source: 'form' | 'link' },
): Promise<Kept> => {
  const at = await databaseNow(trx, ctx.clock)
  const { id: ownerId } = ctx.user
  await lockAccount(trx, ctx.keys, ownerId)
  const known = await findByDestination(trx, ctx.keys, ownerId, details)
  if (known && !known.isDeleted) return changeRecipient(ctx, trx, known, { details, source })
  const list = await listRecipientsOf(trx, ctx.keys, ownerId)
  if (list.length >= MOST_RECIPIENTS) throw new Refusal('invalidRequest', { reason: 'recipientsFull' })
  if (known) return changeRecipient(ctx, trx, known, { details, source })
  const recipient: Recipient = {
    ownerId,
    recipientId: newId(),
    versionId: newId(),
    details,
    destinationHash: destinationHashOf(ctx.keys, details),
    isLinked: source === 'link',
    unusableCode: null,
    returnedCode: null,
    coolingUntil: new Date(at.getTime() + COOLING_MS),
  }
  await insertVersion(trx, ctx.keys, { ...recipient, source, at })
  await insertRecipient(trx, recipient, at)
  await goOnWithFirstDay(trx, recipient, at)
  return { recipient, event: 'recipientAdded', fields: [] }
}
