/** The lists of an archive that belong to another slice's rows, in the words of a file. */
import { type Account, findPersonById } from '#features/accounts/index.ts'
import { readBoth } from '#features/approvers/index.ts'
import { findBlockedBy, listBlocks } from '#features/contacts/index.ts'
import { listAppeals } from '#features/kyc/index.ts'
import { listPapers } from '#features/papers/index.ts'
import { listRecipientsOf, maskedAccount } from '#features/recipients/index.ts'
import { listAllRequests, otherSideOf } from '#features/requests/index.ts'
import { dollars } from '#platform/csv.ts'
import type { Services } from '#platform/services.ts'
import { requestOf } from './export-rows.ts'

type Reading = Pick<Services, 'clock' | 'db' | 'keys'>

/** What the person asked for and was asked for, as their list shows it. */
export const requestsOf = async ({ db, clock }: Reading, ownerId: string) => {
  const blocked = await findBlockedBy(db, ownerId)
  const requests = await listAllRequests(db, ownerId)
  return Promise.all(
    requests.map(async (request) => {
      const otherId = otherSideOf(request)
      const other = otherId === null || blocked.has(otherId) ? null : await findPersonById(db, otherId)
      return requestOf(request, other, clock.now())
    }),
  )
}

/** Whom the person has blocked, as their list of them shows. */
export const blockedOf = async ({ db }: Reading, ownerId: string) =>
  Promise.all(
    (await listBlocks(db, ownerId)).map(async ({ blockedId, blockedAt }) => {
      const person = await findPersonById(db, blockedId)
      return { username: person?.handle ?? '', name: person?.fullName ?? '', blocked: blockedAt }
    }),
  )

/** Who approves the person's payments, and for whom they approve. */
export const approversOf = async (services: Reading, ownerId: string) => {
  const { approvers, approving } = await readBoth(services, ownerId)
  const rowsOf = (side: 'approver' | 'approvesFor', rows: typeof approving) =>
    rows.map(({ fullName, publicTransactionId, state, rule, since, endsAt }) => ({
      side,
      name: fullName,
      username: publicTransactionId,
      state,
      newPayees: rule.newPayee,
      above: rule.aboveCents === null ? '' : dollars(BigInt(rule.aboveCents)),
      since,
      ends: endsAt ?? '',
    }))
  return [...rowsOf('approver', approvers), ...rowsOf('approvesFor', approving)]
}

/** The bank accounts on the person's list, with the last four digits of their numbers. */
export const bankAccountsOf = async ({ db, keys }: Reading, ownerId: string) =>
  (await listRecipientsOf(db, keys, ownerId)).map(({ details, isLinked }) => ({
    ...details,
    accountNumber: maskedAccount(details.accountNumber),
    linked: isLinked,
  }))

/** Receipts, invoices and statements that were given out, with the sums they answer for. */
export const papersOf = async ({ db }: Reading, ownerId: string) =>
  (await listPapers(db, ownerId)).map(({ issuedAt, kind, totals }) => ({
    issued: issuedAt,
    kind,
    sums: totals.map(({ name, cents }) => `${name} ${dollars(BigInt(cents))}`).join(', '),
  }))

/** What the person wrote against decisions of the identity check, and our answers. */
export const appealsOf = async ({ db, keys }: Reading, { id: ownerId, reclaimedAt }: Account) =>
  (await listAppeals(db, keys, { ownerId, reclaimedAt, limit: 1_000 })).map(
    ({ createdAt, state, text, answer, answeredAt }) => ({
      at: createdAt,
      state,
      text,
      answered: answeredAt ?? '',
      answer: answer ?? '',
    }),
  )
