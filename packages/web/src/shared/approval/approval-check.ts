import { queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api/api.ts'
import { queryKeys } from '#lib/api/query-keys.ts'

/** A payment from the balance that somebody may have to approve first. */
export type Approvable = { toUser: string; amount: number }

/** Who approves it, if anybody does. */
export const approvalCheckQuery = ({ toUser, amount }: Approvable) =>
  queryOptions({
    queryKey: queryKeys.approverCheck(toUser, amount),
    queryFn: ({ signal }) => call('checkApproval', { toUser, amount }, { signal }),
    // What was paid a moment ago counts.
    staleTime: 0,
  })
