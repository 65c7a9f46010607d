import type { Request as Sent } from '@puente/contract'
import { useNotices } from '@puente/ui/notice'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { call } from '#lib/api/api.ts'
import { queryKeys } from '#lib/api/query-keys.ts'
import { finishFlow } from '#lib/forms/draft.ts'
import { useShowError } from '#lib/forms/use-show-error.ts'
import { timeZone } from '#lib/i18n/i18n.ts'
import { paths } from '#lib/layout/paths.ts'
import '#shared/payment/request-draft.ts'
import '#shared/payment/send-draft.ts'

type Body = Sent<'createSchedule'>
/** When it is made, how often, and how long. */
export type Later = Pick<Body, 'start' | 'every' | 'until' | 'count'>
/** A send or a request that can be made later: what it says, and what the person it is for is called. */
export type Schedulable = Pick<Body, 'call' | 'toUser' | 'amount' | 'purpose'> & { fullName: string; note: string }

/** The flow that has ended once its call is scheduled. */
const FLOWS = { sendInApp: 'send', createRequest: 'requestNew' } as const

const bodyOf = ({ note, purpose, ...what }: Schedulable, later: Later): Body => ({
  call: what.call,
  toUser: what.toUser,
  amount: what.amount,
  currency: 'USD',
  ...(purpose !== undefined && { purpose }),
  ...(note.trim() !== '' && { note: note.trim() }),
  timeZone: timeZone(),
  ...later,
})

/** Schedules a send or a request and goes to the schedule. The same again is the same schedule, so a lost answer does no harm. */
export const useCreateSchedule = (what: Schedulable) => {
  const t = useTranslations('schedules')
  const router = useRouter()
  const client = useQueryClient()
  const { show } = useNotices()
  const fail = useShowError()
  return useMutation({
    mutationFn: (later: Later) => call('createSchedule', bodyOf(what, later)),
    onSuccess: ({ scheduleId }) => {
      finishFlow(FLOWS[what.call])
      void client.invalidateQueries({ queryKey: queryKeys.schedules })
      show('positive', t('created'))
      void router.navigate({ to: paths.schedulesDetail.path, state: { schedule: scheduleId }, replace: true })
    },
    onError: (error) => fail(error),
  })
}
