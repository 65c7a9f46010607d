import type { Schedule } from '@puente/contract'
import { Button } from '@puente/ui/button'
import { Dialog } from '@puente/ui/dialog'
import { useNotices } from '@puente/ui/notice'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { call } from '#lib/api/api.ts'
import { queryKeys } from '#lib/api/query-keys.ts'
import { useShowError } from '#lib/forms/use-show-error.ts'

export type Move = 'pause' | 'resume' | 'cancel'

const CALLS = { pause: 'pauseSchedule', resume: 'resumeSchedule', cancel: 'cancelSchedule' } as const

type Props = { schedule: Schedule; move: Move; onClose: () => void }

/** Asks before a schedule is paused, resumed or ended. */
export const MoveDialog = ({ schedule, move, onClose }: Props) => {
  const t = useTranslations('schedules.moves')
  const tCommon = useTranslations('common')
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
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t(`${move}.title`)}
      description={t(`${move}.text`)}
      actions={
        <>
          <Button
            variant={move === 'cancel' ? 'danger' : 'primary'}
            pending={change.isPending}
            pendingLabel={tCommon('working')}
            onClick={() => change.mutate()}
          >
            {t(`${move}.action`)}
          </Button>
          <Button
            variant="secondary"
            // An Enter too many changes nothing.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
            onClick={onClose}
          >
            {t('keep')}
          </Button>
        </>
      }
    />
  )
}
