/** Asking a person to look at a decision again, and what came of it. */
import { Banner } from '@puente/ui/badge'
import { Button } from '@puente/ui/button'
import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { useDraft } from '#lib/forms/use-draft.ts'
import { useFormats } from '#lib/i18n/format.ts'
import { APPEAL_ID, type Appealed, appealOf, type KycReport, type OpenAppeal, openTextOf } from '../api/kyc-rules.ts'

const AppealDialog = lazyPart(async () => (await import('./appeal-dialog.tsx')).AppealDialog)

declare module '#lib/forms/draft.ts' {
  interface Drafts {
    appeal: { text?: string }
  }
}

/** The appeal against the newest decision, and the way to a new one while there is a decision to object to. */
export const Appeal = ({ report }: { report: Appealed & OpenAppeal & Pick<KycReport, 'canAppeal'> }) => {
  const t = useTranslations('kyc.appeal')
  const formats = useFormats()
  const [isAsking, setAsking] = useState(false)
  const { draft, change } = useDraft('appeal', 'kyc')
  const latest = appealOf(report)
  return (
    <>
      {latest && (
        <div id={APPEAL_ID} tabIndex={-1} className="rounded-md">
          <Banner
            tone={latest.answer === null ? 'waiting' : 'positive'}
            title={t(latest.answer === null ? 'open' : 'answered')}
          >
            <div className="grid gap-2">
              {latest.answer === null ? (
                <p>{t(openTextOf(report))}</p>
              ) : (
                <p className="whitespace-pre-line">{latest.answer}</p>
              )}
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
      {report.canAppeal && (
        <Button variant="ghost" onClick={() => setAsking(true)}>
          {t('offer')}
        </Button>
      )}
      {isAsking && (
        <Suspense>
          <AppealDialog text={draft.text ?? ''} onText={(text) => change({ text })} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  )
}
