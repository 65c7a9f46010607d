import { Button } from '@puente/ui/button'
import { Dialog } from '@puente/ui/dialog'
import { useTranslations } from 'use-intl'
import { useFormats } from '#lib/i18n/format.ts'
import { isAnnounced } from './inactivity-machine.ts'

type Props = { seconds: number; onStay: () => void; onLeave: () => void }

/** "Are you there?": only its buttons answer. The countdown is visible and announced four times. */
export const InactivityDialog = ({ seconds, onStay, onLeave }: Props) => {
  const t = useTranslations('shell.inactivity')
  const formats = useFormats()
  const time = formats.seconds(seconds)
  return (
    <Dialog
      open
      topmost
      dismissible={false}
      onOpenChange={() => undefined}
      title={t('title')}
      description={<span aria-hidden="true">{t('text', { time })}</span>}
      actions={
        <>
          <Button onClick={onStay}>{t('stay')}</Button>
          <Button variant="secondary" onClick={onLeave}>
            {t('logOut')}
          </Button>
        </>
      }
    >
      <p role="timer" aria-live="off" className="text-4xl font-semibold tracking-tight tabular-nums">
        {time}
      </p>
      <output className="sr-only">{isAnnounced(seconds) ? t('announce', { time }) : ''}</output>
    </Dialog>
  )
}
