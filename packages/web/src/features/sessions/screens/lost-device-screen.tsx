/** A device is lost: one tap and a confirmation log out everywhere and freeze the account, without a proof. */
import { Button } from '@puente/ui/button'
import { Card } from '@puente/ui/card'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '#lib/api/api.ts'
import { useShowError } from '#lib/forms/use-show-error.ts'
import { ConfirmDialog } from '#lib/layout/confirm-dialog.tsx'
import { useFormats } from '#lib/i18n/format.ts'
import { Screen } from '#lib/layout/screen.tsx'
import { endSession } from '#lib/session/session.ts'
import { factorsQuery } from '#shared/step-up/factors-query.ts'

export const LostDeviceScreen = () => {
  const t = useTranslations('sessions.lost')
  const fail = useShowError()
  const formats = useFormats()
  const { data: factors } = useQuery(factorsQuery)
  const from = factors?.provesFrom ? formats.dateTime(factors.provesFrom) : null
  const [asking, setAsking] = useState(false)
  const [pending, setPending] = useState(false)

  const report = async () => {
    setPending(true)
    try {
      await call('lostDevice', {})
      // This session is over too, and its cookie gone: a call would learn no reason any more.
      endSession('lostDevice')
    } catch (error) {
      setAsking(false)
      await fail(error)
    } finally {
      setPending(false)
    }
  }

  return (
    <Screen width="form">
      <Card>
        <p>{t('text')}</p>
        <ul className="grid list-disc gap-2 ps-5">
          <li>{t('logOut')}</li>
          <li>{t('freeze')}</li>
          <li>{t('forget')}</li>
        </ul>
        <p className="text-text-muted">{from === null ? t('back') : t('backLater', { from })}</p>
      </Card>
      <Button variant="danger" size="large" full onClick={() => setAsking(true)}>
        {t('submit')}
      </Button>
      {asking && (
        <ConfirmDialog
          title={t('confirmTitle')}
          description={from === null ? t('confirmText') : t('confirmLater', { from })}
          action={t('submit')}
          pending={pending}
          onConfirm={() => void report()}
          onClose={() => setAsking(false)}
        />
      )}
    </Screen>
  )
}
