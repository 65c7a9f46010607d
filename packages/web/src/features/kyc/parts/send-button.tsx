import { Button } from '@puente/ui/button'
import { useTranslations } from 'use-intl'
import { ScreenAction } from '#lib/layout/screen-action.tsx'
import type { Progress } from '../api/use-sending.ts'

/** Sends the photos of a step and says how far it has come. */
export const SendButton = ({ progress, onClick }: { progress: Progress; onClick: () => void }) => {
  const t = useTranslations('kyc.photo')
  const sending = progress && t('sending', { at: String(progress.at), of: String(progress.of) })
  return (
    <ScreenAction>
      <div className="grid gap-2">
        <Button
          size="large"
          full
          pending={progress !== null}
          {...(sending !== null && { pendingLabel: sending })}
          onClick={onClick}
        >
          {t('send')}
        </Button>
        {progress !== null && (
          <p aria-hidden="true" className="text-center text-sm text-text-muted tabular-nums">
            {sending}
          </p>
        )}
      </div>
    </ScreenAction>
  )
}
