import { queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api/api.ts'
import { queryKeys } from '#lib/api/query-keys.ts'
import { queryClient } from '#lib/api/query.ts'

export const passkeysQuery = queryOptions({
  queryKey: [...queryKeys.factors, 'passkeys'],
  queryFn: () => call('listPasskeys'),
})
export const browsersQuery = queryOptions({
  queryKey: [...queryKeys.factors, 'browsers'],
  queryFn: () => call('rememberedBrowsers'),
})

/** Reads all of it again, after a change. */
export const reloadFactors = (): Promise<void> => queryClient.invalidateQueries({ queryKey: queryKeys.factors })
