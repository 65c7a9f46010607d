/** What a person is about to pay: a request that was sent to them, or what a link asks for. */
import type { Language, MoneyRequest, RequestState, Result } from '@puente/contract'
import { queryOptions } from '@tanstack/react-query'
import { ApiRefusal } from '#lib/api/api-errors.ts'
import { call } from '#lib/api/api.ts'
import { queryKeys } from '#lib/api/query-keys.ts'

export type Payable = {
  /** How the call names it. */
  by: { requestId: MoneyRequest['id'] } | { code: string }
  /** The requester's id; null for a link that was not made for this person. */
  from: MoneyRequest['from'] | null
  /** Who asks; null when they cannot be named. */
  name: string | null
  /** Their picture: a file of the user's, or the address of a link's. */
  image: { file: string | null } | { address: string | null }
  /** The requester's language, if the server sent it. */
  lang: Language | undefined
  amount: number
  note: string
  /** Why it cannot be paid, or null. */
  closed: 'own' | 'underWay' | 'blocked' | Exclude<RequestState, 'open'> | null
  expiresAt: string
}

const closedOf = (row: MoneyRequest): Payable['closed'] => {
  if (row.was === 'sent') return 'own'
  if (row.state !== 'open') return row.state
  if (row.acts.includes('pay')) return null
  return row.processing ? 'underWay' : 'blocked'
}

export const payableOf = (row: Result<'getRequest'>): Payable => ({
  by: { requestId: row.id },
  from: row.from,
  name: row.fullName,
  image: { file: row.image },
  lang: row.lang,
  amount: row.amount,
  note: row.note,
  closed: closedOf(row),
  expiresAt: row.expiresAt,
})

const linkPayable = (code: string, link: Result<'publicRequest'>): Payable => ({
  by: { code },
  from: null,
  name: link.requesterName,
  image: { address: link.image },
  lang: link.lang,
  amount: link.amount,
  note: link.note,
  closed: link.state === 'open' ? null : link.state,
  expiresAt: link.expiresAt,
})

/** By the code of a link. It may be the user's own, or one that was made for them: they see more of those. */
export const linkQuery = (code: string) =>
  queryOptions({
    queryKey: queryKeys.payLink(code),
    queryFn: async ({ signal }) => {
      try {
        return payableOf(await call('getRequest', { code }, { signal }))
      } catch (error) {
        if (!(error instanceof ApiRefusal) || error.code !== 'notFound') throw error
        return linkPayable(code, await call('publicRequest', { code }, { signal }))
      }
    },
  })
