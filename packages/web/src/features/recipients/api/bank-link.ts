/** A visit to one's bank: the page where it begins, what came of it, and the accounts that it brings. */
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { ApiRefusal } from '#lib/api/api-errors.ts'
import { call } from '#lib/api/api.ts'
import { configQuery } from '#lib/api/config.ts'
import { queryKeys } from '#lib/api/query-keys.ts'
import { useShowError } from '#lib/forms/use-show-error.ts'
import { provider, useLeaving } from '#shared/payment/provider-page.ts'

const POLL_MS = 3_000
const FORM = /^[0-9a-f]{32}$/

/** The link of a query parameter; null when it is malformed. */
export const bankLinkIn = (text: unknown): string | null => (typeof text === 'string' && FORM.test(text) ? text : null)

/** What came of a visit; asked again while the bank has not said. Never from the cache: the handle in it serves once. */
export const bankLinkQuery = (link: string) =>
  queryOptions({
    queryKey: queryKeys.bankLink(link),
    queryFn: ({ signal }) => call('bankLinkResult', { link }, { signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.state === 'waiting' ? POLL_MS : false),
  })

/** Why a link leads nowhere any more: it has served, its bank wants to see the person again, or it is not known. */
export type LinkEnd = 'used' | 'loginRequired' | 'unknown'

/** Null for a failure after which the same link may still serve. */
export const endOfLink = (error: unknown): LinkEnd | null => {
  if (!(error instanceof ApiRefusal)) return null
  if (error.code === 'publicTokenMissing') return 'unknown'
  if (error.code !== 'linkMissing') return null
  const { reason } = error.details
  return reason === 'used' || reason === 'loginRequired' ? reason : 'unknown'
}

/** Whether banks can be linked at all; undefined while that is read. */
export const useBankLinkOpen = (): boolean | undefined => useQuery(configQuery).data?.bankLink

/** Leaves for the page where a bank is chosen. */
export const useStartBankLink = () => {
  const fail = useShowError()
  const [leaving, setLeaving] = useLeaving()
  const begin = useMutation({
    mutationFn: () => call('startBankLink', {}),
    onSuccess: ({ url }) => {
      setLeaving(true)
      provider.open(url)
    },
    onError: (error) => fail(error),
  })
  const isStarting = begin.isPending || leaving
  return { isStarting, start: () => !isStarting && begin.mutate() }
}
