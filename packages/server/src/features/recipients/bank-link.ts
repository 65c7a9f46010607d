/** A visit to one's bank, from the page that the provider shows to the accounts it brings. */
import { blindIndex } from '#platform/crypto/tokens.ts'
import type { UserCtx } from '#platform/http/ctx.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { Services } from '#platform/services.ts'
import { bankLinkOf } from '#providers/plaid/link.ts'
import { ProviderError } from '#providers/types.ts'
import { type BankLink, findLink, moveLink } from './bank-links-store.ts'

const MOST_OF_A_NAME = 100
const RETRY_SECONDS = 5

/** Refuses with `serviceUnavailable` where no banks are linked. */
export const requireBankLink = ({ config }: Pick<Services, 'config'>): void => {
  if (!config.bankLink) throw new Refusal('serviceUnavailable')
}

/** What people see of a link: its id without dashes. */
export const publicLink = (linkId: string): string => linkId.replaceAll('-', '')

const linkIdOf = (link: string): string | null =>
  /^[0-9a-f]{32}$/.test(link) ? link.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') : null

/** What makes recipients of a link, once. It stands for the provider's own token, which stays here. */
export const handleOf = (
  keys: Parameters<typeof blindIndex>[0],
  { ownerId, linkId }: Pick<BankLink, 'ownerId' | 'linkId'>,
) => blindIndex(keys, 'bank-link-handle', `${ownerId}/${linkId}`)

/** The caller's link; refuses with `linkMissing` any other. */
export const ownLink = async ({ db, keys, user }: Pick<UserCtx, 'db' | 'keys' | 'user'>, link: string) => {
  const linkId = linkIdOf(link)
  const found = linkId === null ? null : await findLink(db, keys, { ownerId: user.id, linkId })
  if (!found) throw new Refusal('linkMissing', { field: 'link' })
  return found
}

/** The provider's answer; refuses with `serviceUnavailable` while there is none. A provider's own refusal passes as it is. */
export const askedAtBank = async <T>({ log }: Pick<Services, 'log'>, asking: Promise<T>): Promise<T> => {
  try {
    return await asking
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind === 'invalid') throw error
    log.warn({ err: error }, 'the provider of bank links could not be asked')
    const seconds = error.retryAfterMs === undefined ? RETRY_SECONDS : Math.ceil(error.retryAfterMs / 1000)
    throw new Refusal('serviceUnavailable', { retryAfterSeconds: seconds })
  }
}

/** What came of a visit by now, read at the provider until it is known. Throws ProviderError. */
export const lookAtLink = async (
  { clock, db, keys, plaid }: Pick<Services, 'clock' | 'db' | 'keys' | 'plaid'>,
  link: BankLink,
): Promise<BankLink> => {
  if (link.state !== 'waiting') return link
  const at = clock.now()
  const outcome = await bankLinkOf(plaid).read(link.tokens.link)
  if (outcome.state === 'waiting' && at < link.expiresAt) return link
  const after: BankLink =
    outcome.state === 'linked'
      ? {
          ...link,
          state: 'linked',
          institution: outcome.institution?.slice(0, MOST_OF_A_NAME) ?? link.institution,
          tokens: { ...link.tokens, public: outcome.publicToken },
        }
      : { ...link, state: 'left' }
  return (await moveLink(db, keys, 'waiting', after, at)) ? after : ((await findLink(db, keys, link)) ?? after)
}
