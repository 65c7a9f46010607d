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
import type { SendDraft } from '#shared/payment/send-draft.ts'

type Body = Sent<'createSchedule'>
/** What is sent of a draft, and when. */
export type Later = Pick<Body, 'start' | 'every' | 'until' | 'count'>
/** A draft with everything that can be scheduled of it. */
export type Schedulable = Required<Pick<SendDraft, 'recipient'>> & SendDraft & { amount: number }

const bodyOf = ({ recipient, amount, note, purpose }: Schedulable, later: Later): Body => ({
  call: 'sendInApp',
  toUser: recipient.toUser,
  amount,
  currency: 'USD',
  ...(note?.trim() && { note: note.trim() }),
  purpose: purpose ?? 'personal',
  timeZone: timeZone(),
  ...later,
})

/** Schedules the send of a draft and goes to the schedule. The same again is the same schedule, so a lost answer does no harm. */
export const useCreateSchedule = (draft: Schedulable) => {
  const t = useTranslations('schedules')
  const router = useRouter()
  const client = useQueryClient()
  const { show } = useNotices()
  const fail = useShowError()
  return useMutation({
    mutationFn: (later: Later) => call('createSchedule', bodyOf(draft, later)),
    onSuccess: ({ scheduleId }) => {
      finishFlow('send')
      void client.invalidateQueries({ queryKey: queryKeys.schedules })
      show('positive', t('created'))
      void router.navigate({ to: paths.schedulesDetail.path, state: { schedule: scheduleId }, replace: true })
    },
    onError: (error) => fail(error),
  })
}
