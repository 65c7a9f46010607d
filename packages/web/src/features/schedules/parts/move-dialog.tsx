import type { Schedule } from '@puente/contract'
import { useNotices } from '@puente/ui/notice'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { call } from '#lib/api/api.ts'
import { queryKeys } from '#lib/api/query-keys.ts'
import { useShowError } from '#lib/forms/use-show-error.ts'
import { ConfirmDialog } from '#lib/layout/confirm-dialog.tsx'

export type Move = 'pause' | 'resume' | 'cancel'

const CALLS = { pause: 'pauseSchedule', resume: 'resumeSchedule', cancel: 'cancelSchedule' } as const

type Props = { schedule: Schedule; move: Move; onClose: () => void }

/** Asks before a schedule is paused, resumed or ended. */
export const MoveDialog = ({ schedule, move, onClose }: Props) => {
  const t = useTranslations('schedules.moves')
  const client = useQueryClient()
  const { show } = useNotices()
  const fail = useShowError()
  const change = useMutation({
    mutationFn: () => call(CALLS[move], { scheduleId: schedule.id }),
    onSuccess: (changed) => {
      client.setQueryData(queryKeys.schedule(schedule.id), changed)
      show('positive', t(`${move}.done`))
    },
    onError: (error) => fail(error),
    onSettled: () => {
      onClose()
      void client.invalidateQueries({ queryKey: queryKeys.schedules })
    },
  })
  return (
    <ConfirmDialog
      title={t(`${move}.title`)}
      description={t(`${move}.text`)}
      action={t(`${move}.action`)}
      keep={t('keep')}
      danger={move === 'cancel'}
      pending={change.isPending}
      onConfirm={() => change.mutate()}
      onClose={onClose}
    />
  )
}
