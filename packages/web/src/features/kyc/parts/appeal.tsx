/** Asking a person to look at a decision again, and what came of it. */
import { Banner } from '@puente/ui/badge'
import { Button } from '@puente/ui/button'
import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { useFormats } from '#lib/i18n/format.ts'
import { APPEAL_ID, type KycReport } from '../api/kyc-rules.ts'

const AppealDialog = lazyPart(async () => (await import('./appeal-dialog.tsx')).AppealDialog)

/** The newest appeal, and the way to a new one while there is a decision to object to. */
export const Appeal = ({ report: { canAppeal, appeals } }: { report: Pick<KycReport, 'canAppeal' | 'appeals'> }) => {
  const t = useTranslations('kyc.appeal')
  const formats = useFormats()
  const [isAsking, setAsking] = useState(false)
  const [latest] = appeals
  return (
    <>
      {latest && (
        <div id={APPEAL_ID} tabIndex={-1} className="rounded-md">
          <Banner tone={latest.state === 'open' ? 'waiting' : 'positive'} title={t(latest.state)}>
            <div className="grid gap-2">
              {latest.answer === null ? <p>{t('openText')}</p> : <p className="whitespace-pre-line">{latest.answer}</p>}
              <details>
                <summary className="cursor-pointer font-semibold">
                  {t('you', { date: formats.date(latest.at) })}
                </summary>
                <p className="pt-1 whitespace-pre-line">{latest.text}</p>
              </details>
            </div>
          </Banner>
        </div>
      )}
      {canAppeal && (
        <Button variant="ghost" onClick={() => setAsking(true)}>
          {t('offer')}
        </Button>
      )}
      {isAsking && (
        <Suspense>
          <AppealDialog onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  )
}
