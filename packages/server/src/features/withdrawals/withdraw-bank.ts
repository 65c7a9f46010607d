import { type Input, type Output, uuidOf } from '@puente/contract'
import { forParticipant } from '@puente/ledger'
import { requireContacts, requireOpen, requireTerms, requireTier, romanise } from '#features/accounts/index.ts'
import { findRail, requireRail } from '#features/content/index.ts'
import { findRecipient, maskedAccount, type Recipient, recipientsParticipant } from '#features/recipients/index.ts'
import type { PostingCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { plainName } from '#providers/ach/plain-name-rules.ts'
import type { BankDestination } from './bank-destination.ts'
import { BANK } from './bank-rail.ts'
import { postWithdrawal, withdrawalOf } from './withdrawal-command.ts'

/** Where a name is in letters that the network cannot carry at all. */
const NAMELESS = 'ACCOUNT HOLDER'

const destinationOf = ({ recipientId, versionId, details }: Recipient): BankDestination => ({
  recipientId,
  versionId,
  name: plainName(details.fullName, romanise) || NAMELESS,
  routingNumber: details.routingNumber,
  accountNumber: details.accountNumber,
  funding: details.accountType === 'Savings' ? 'savings' : 'checking',
  holder: details.personType === 'business' ? 'business' : 'individual',
})

/** One on the caller's list; `invalidTo` for any other, unknown or another person's. */
const requireSavedRecipient = async (ctx: PostingCtx, wireId: string): Promise<Recipient> => {
  const recipientId = uuidOf(wireId, 'rcp')
  const recipient = recipientId && (await findRecipient(ctx.db, ctx.keys, ctx.user.id, recipientId))
  if (!recipient) throw new Refusal('invalidTo')
  return recipient
}

/**
 * Withdraws to a saved recipient at a US bank. Amount and fee are set aside now; it is sent with the batch of the day, and can be
 * called back until then. Whom it pays is what the recipient was in this moment, whatever becomes of it.
 */
export const withdrawBank = async (ctx: PostingCtx, input: Input<'withdrawBank'>): Promise<Output<'withdrawBank'>> => {
  requireOpen(ctx.user)
  requireContacts(ctx.user)
  requireTerms(ctx.user)
  requireTier(ctx.user, 1)
  const recipient = await requireSavedRecipient(ctx, input.recipientId)
  requireRail(await findRail(ctx, BANK.rail))
  const { recipientId, versionId, details } = recipient
  const withdrawal = withdrawalOf(input)
  const account = maskedAccount(details.accountNumber)
  const asked = { ownerId: ctx.user.id, recipientId, versionId, amountCents: withdrawal.amountCents }
  return postWithdrawal(ctx, BANK, {
    ...withdrawal,
    payee: { id: versionId, fullName: `${details.fullName} (${account})` },
    destination: destinationOf(recipient),
    shown: {
      payee: details.fullName,
      bankName: details.bankName,
      accountNumber: account,
      recipientId: input.recipientId,
    },
    alsoAsk: forParticipant(recipientsParticipant, { take: asked }),
  })
}
