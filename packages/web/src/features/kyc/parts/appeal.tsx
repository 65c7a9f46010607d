/** Asking a person to look at a decision again, and what came of it. */
import { Banner } from '@puente/ui/badge'
import { Button } from '@puente/ui/button'
import { Dialog } from '@puente/ui/dialog'
import { TextArea } from '@puente/ui/text-area'
import { AppealIn, APPEAL_MAX } from '@puente/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { call } from '#lib/api/api.ts'
import { queryKeys } from '#lib/api/query-keys.ts'
import { useContractForm } from '#lib/forms/form.ts'
import { useFormats } from '#lib/i18n/format.ts'
import type { KycReport } from '../api/kyc-rules.ts'

const Form = z.object({ text: AppealIn })

/** The newest appeal, and the way to a new one while there is a decision to object to. */
export const Appeal = ({ report: { canAppeal, appeals } }: { report: Pick<KycReport, 'canAppeal' | 'appeals'> }) => {
  const t = useTranslations('kyc.appeal')
  const formats = useFormats()
  const [isAsking, setAsking] = useState(false)
  const [latest] = appeals
  return (
    <>
      {latest && (
        <Banner tone={latest.state === 'open' ? 'waiting' : 'positive'} title={t(latest.state)}>
          <div className="grid gap-2">
            {latest.answer === null ? <p>{t('openText')}</p> : <p className="whitespace-pre-line">{latest.answer}</p>}
            <details>
              <summary className="cursor-pointer font-semibold">{t('you', { date: formats.date(latest.at) })}</summary>
              <p className="pt-1 whitespace-pre-line">{latest.text}</p>
            </details>
          </div>
        </Banner>
      )}
      {canAppeal && (
        <Button variant="ghost" onClick={() => setAsking(true)}>
          {t('offer')}
        </Button>
      )}
      {isAsking && <AppealDialog onClose={() => setAsking(false)} />}
    </>
  )
}

const AppealDialog = ({ onClose }: { onClose: () => void }) => {
  const t = useTranslations()
  const client = useQueryClient()
  const form = useContractForm(Form, {
    defaultValues: { text: '' },
    fieldOf: { invalidDescription: 'text' },
  })
  const send = async ({ text }: z.output<typeof Form>) => {
    await call('appealKyc', { text })
    await client.invalidateQueries({ queryKey: queryKeys.kyc })
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('kyc.appeal.title')}
      description={t('kyc.appeal.text')}
      closeLabel={t('common.close')}
    >
      <form noValidate onSubmit={form.onSubmit(send)} className="grid gap-4">
        <TextArea
          label={t('kyc.appeal.label')}
          hint={t('kyc.appeal.hint')}
          rows={5}
          maxLength={APPEAL_MAX}
          required
          error={form.errorOf('text')}
          {...form.register('text')}
        />
        <Button type="submit" full pending={form.formState.isSubmitting} pendingLabel={t('common.working')}>
          {t('kyc.appeal.send')}
        </Button>
      </form>
    </Dialog>
  )
}
