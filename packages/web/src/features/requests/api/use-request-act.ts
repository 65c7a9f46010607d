/** What the two sides do with a request besides paying it. What they see changes whether the live stream is connected or not. */
import type { EndpointKey, MoneyRequest, Result } from '@puente/contract'
import { useNotices } from '@puente/ui/notice'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/api/api.ts'
import { queryKeys } from '#lib/api/query-keys.ts'
import { useShowError } from '#lib/forms/use-show-error.ts'

export type RequestCall = Extract<EndpointKey, 'declineRequest' | 'cancelRequest' | 'remindRequest'>

type Options = {
  requestId: MoneyRequest['id']
  /** The notice once it is done. */
  done: string
  onEnd?: () => void
}

export const useRequestAct = (act: RequestCall, { requestId, done, onEnd }: Options) => {
  const client = useQueryClient()
  const { show } = useNotices()
  const fail = useShowError()
  return useMutation({
    mutationFn: (): Promise<Result<RequestCall>> => call(act, { requestId }),
    onSuccess: () => show('positive', done),
    onError: (error) => fail(error),
    onSettled: () => {
      onEnd?.()
      // A refusal may say that the other side was faster: then there is another state to show.
      return client.invalidateQueries({ queryKey: queryKeys.requests })
    },
  })
}
