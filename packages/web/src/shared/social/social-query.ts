import { queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api/api.ts'
import { queryKeys } from '#lib/api/query-keys.ts'

const read = async (signal: AbortSignal) => {
  const [providers, linked] = await Promise.all([
    call('socialProviders', undefined, { signal }),
    call('listSocial', undefined, { signal }),
  ])
  return { providers: providers.items, ...linked }
}

/** The services one may come in by, which of them are connected, and whether there is a password beside them. */
export const socialQuery = queryOptions({ queryKey: queryKeys.social, queryFn: ({ signal }) => read(signal) })
