/** The cache of the server's answers. Loaded with the first signed-in screen; emptied when the session is locked or ends. */
import { QueryCache } from '@tanstack/react-query'
import { ApiRefusal } from './api-errors.ts'
import { PagedClient } from './paged-client.ts'
import { onHide } from '#lib/session/session.ts'
import { reportClientError } from './usage.ts'

const RETRIES = 2

export const queryClient = new PagedClient({
  queryCache: new QueryCache({ onError: (error, query) => reportClientError(error, String(query.queryKey[0])) }),
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // A refusal is an answer: asking again changes nothing.
      retry: (failures, error) => !(error instanceof ApiRefusal) && failures < RETRIES,
    },
    mutations: { retry: false },
  },
})

onHide(() => queryClient.clear())
