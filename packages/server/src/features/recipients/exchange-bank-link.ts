import type { Input, Output } from '@puente/contract'
import { getAccount } from '#features/accounts/index.ts'
import { audit } from '#platform/audit.ts'
import { sameBytes } from '#platform/crypto/tokens.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { StepUpCtx } from '#platform/http/step-up.ts'
import { bankLinkOf, isLoginRequired, type LinkedAccount } from '#providers/plaid/link.ts'
import { ProviderError } from '#providers/types.ts'
import { askedAtBank, handleOf, ownLink, requireBankLink } from './bank-link.ts'
import { type Holder, holderOf, isNameOf } from './bank-link-rules.ts'
import { type BankLink, moveLink } from './bank-links-store.ts'
import { requireKeeper } from './entered-details.ts'
import { auditRecipient, keepRecipient } from './keep-recipient.ts'
import type { Recipient } from './recipient.ts'
import { recipientOut } from './recipient-out.ts'

type Asked = Input<'exchangeBankLink'>

/** The link and whose accounts it brings, as far as both can be known without the bank. */
export const checkExchange = async (
  ctx: StepUpCtx,
  { publicToken, userName, institution, link: given }: Asked,
): Promise<{ link: BankLink; holder: Holder }> => {
  requireBankLink(ctx)
  requireKeeper(ctx.user)
  const link = await ownLink(ctx, given)
  const isHandle = sameBytes(Buffer.from(publicToken), Buffer.from(handleOf(ctx.keys, link)))
  if (link.state !== 'linked' || !isHandle) throw new Refusal('publicTokenMissing', { field: 'publicToken' })
  const account = await getAccount(ctx.db, ctx.keys, ctx.user.id)
  if (!isNameOf(userName, account.fullName)) throw new Refusal('userNameMissing', { field: 'userName' })
  if (link.institution !== null && institution !== link.institution)
    throw new Refusal('institutionMissing', { field: 'institution' })
  const holder = holderOf(account)
  if (!holder) throw new Refusal('addressMissing', { field: 'address' })
  if (!/\p{L}/u.test(holder.fullName)) throw new Refusal('invalidName', { field: 'fullName' })
  return { link, holder }
}

/** The public token is exchanged once and what it gave kept at once, so that a failure after it can be repeated. */
const withAccessToken = async (ctx: UserCtx, link: BankLink): Promise<BankLink> => {
  const { link: linkToken, public: publicToken, access } = link.tokens
  if (access !== null) return link
  const given = await askedAtBank(ctx, bankLinkOf(ctx.plaid).exchange(publicToken ?? ''))
  const after = { ...link, tokens: { link: linkToken, public: null, access: given } }
  await moveLink(ctx.db, ctx.keys, 'linked', after, ctx.clock.now())
  return after
}

const accountsAt = async (ctx: UserCtx, link: BankLink): Promise<LinkedAccount[]> => {
  try {
    return await askedAtBank(ctx, bankLinkOf(ctx.plaid).accounts(link.tokens.access ?? ''))
  } catch (error) {
    if (!isLoginRequired(error)) throw error
    await moveLink(ctx.db, ctx.keys, 'linked', { ...link, state: 'loginRequired' }, ctx.clock.now())
    throw new Refusal('linkMissing', { field: 'link', reason: 'loginRequired' })
  }
}

/** Reads the accounts. What the provider does not know of the link is refused with `publicTokenMissing`. */
const linkedAccounts = async (ctx: UserCtx, before: BankLink) => {
  try {
    const link = await withAccessToken(ctx, before)
    return { link, accounts: await accountsAt(ctx, link) }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    ctx.log.warn({ err: error }, 'a linked bank could not be read')
    throw new Refusal('publicTokenMissing', { field: 'publicToken' })
  }
}

/**
 * Turns the checking and savings accounts of a linked bank into recipients in the person's own name. The handle serves once: of
 * two calls with it one passes. Answers an empty list when the bank has no account that takes credits.
 */
export const exchangeBankLink = async (ctx: UserCtx, asked: Asked): Promise<Output<'exchangeBankLink'>> => {
  const { link: before, holder } = await checkExchange(ctx, asked)
  const { link, accounts } = await linkedAccounts(ctx, before)
  const recipients = await transaction(ctx.db, 'exchange bank link', async (trx) => {
    const at = ctx.clock.now()
    const used: BankLink = { ...link, state: 'used' }
    if (!(await moveLink(trx, ctx.keys, 'linked', used, at)))
      throw new Refusal('publicTokenMissing', { field: 'publicToken' })
    const kept: Recipient[] = []
    for (const account of accounts) {
      const details = { ...holder, ...account, bankName: link.institution }
      // oxlint-disable-next-line no-await-in-loop
      const one = await keepRecipient(ctx, trx, { details, source: 'link' })
      // oxlint-disable-next-line no-await-in-loop
      await auditRecipient(ctx, trx, one)
      kept.push(one.recipient)
    }
    await audit(trx, {
      actor: { kind: 'user', id: link.ownerId, sessionId: ctx.user.sessionId },
      action: 'bank-link.used',
      object: { type: 'bank-link', id: link.linkId },
      result: 'done',
      network: ctx.network,
      requestId: ctx.requestId,
      details: { accounts: kept.length },
    })
    return kept
  })
  return { items: recipients.map((recipient) => recipientOut(recipient, ctx.clock.now())) }
}
