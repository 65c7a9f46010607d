import type { Input } from '@puente/contract'
import type { Handlers } from '#platform/http/ctx.ts'
import { checkedBeforeProof, type StepUpCtx } from '#platform/http/step-up.ts'
import { addRecipient } from './add-recipient.ts'
import { deleteRecipient } from './delete-recipient.ts'
import { bankLinkResult } from './bank-link-result.ts'
import { checkEntered, requireKeeper } from './entered-details.ts'
import { checkExchange, exchangeBankLink } from './exchange-bank-link.ts'
import { listRecipients } from './list-recipients.ts'
import { startBankLink } from './start-bank-link.ts'
import { updateRecipient } from './update-recipient.ts'

/** No proof is asked for what cannot be kept. */
const beforeProof = async (ctx: StepUpCtx, entered: Omit<Input<'addRecipient'>, 'accountNumber'>): Promise<void> => {
  requireKeeper(ctx.user)
  await checkEntered(ctx, entered)
}

export const recipientsRoutes = {
  listRecipients: (ctx) => listRecipients(ctx),
  addRecipient: checkedBeforeProof(beforeProof, addRecipient),
  updateRecipient: checkedBeforeProof(beforeProof, updateRecipient),
  deleteRecipient,
  startBankLink: (ctx) => startBankLink(ctx),
  bankLinkResult,
  exchangeBankLink: checkedBeforeProof(async (ctx: StepUpCtx, asked: Input<'exchangeBankLink'>) => {
    await checkExchange(ctx, asked)
  }, exchangeBankLink),
} satisfies Partial<Handlers>
