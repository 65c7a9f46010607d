import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { EndpointKey, Request, Result } from '@puente/contract'
import { useNotices } from '@puente/ui/notice'
import { call } from '#lib/api/api.ts'
import { queryKeys } from '#lib/api/query-keys.ts'
import { useShowError } from '#lib/forms/use-show-error.ts'

/** Who approves for the user, and for whom they approve. */
export const approversQuery = queryOptions({
  queryKey: queryKeys.approverList,
  queryFn: ({ signal }) => call('listApprovers', undefined, { signal }),
})

export const decisionQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.approverDecision(id),
    queryFn: ({ signal }) => call('getDecision', { transactionId: id }, { signal }),
  })

type Act = Extract<
  EndpointKey,
  'inviteApprover' | 'answerApprover' | 'changeApprover' | 'removeApprover' | 'keepApprover' | 'leaveApprover'
>

/** One act upon an approver; all of them answer with everybody there is then. */
export const useApproverAct = <K extends Act>(act: K, said: string, onDone?: () => void) => {
  const client = useQueryClient()
  const { show } = useNotices()
  const fail = useShowError()
  return useMutation({
    mutationFn: (input: Request<K>) => call(act, input as never),
    onSuccess: (both) => {
      client.setQueryData(queryKeys.approverList, both as Result<'listApprovers'>)
      show('positive', said)
      onDone?.()
    },
    onError: (error) => fail(error),
    onSettled: () => void client.invalidateQueries({ queryKey: queryKeys.approvers }),
  })
}
