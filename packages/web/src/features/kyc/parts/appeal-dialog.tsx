import { AppealIn, APPEAL_MAX } from '@puente/contract'
import { Button } from '@puente/ui/button'
import { Dialog } from '@puente/ui/dialog'
import { TextArea } from '@puente/ui/text-area'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { call } from '#lib/api/api.ts'
import { queryKeys } from '#lib/api/query-keys.ts'
import { useContractForm } from '#lib/forms/form.ts'
import { APPEAL_ID } from '../api/kyc-rules.ts'

/** The dialog has left by then. */
const CLOSING_MS = 300

const Form = z.object({ text: AppealIn })

type Props = {
  /** What was typed before, and the way to keep what is. */
  text: string
  onText: (text: string) => void
  onClose: () => void
}

/** Asks a person to look at a decision again, with the reason in one's own words. */
export const AppealDialog = ({ text, onText, onClose }: Props) => {
  const t = useTranslations()
  const client = useQueryClient()
  const form = useContractForm(Form, {
    defaultValues: { text },
    fieldOf: { invalidDescription: 'text' },
  })
  const { watch } = form
  const keep = useEffectEvent(onText)
  useEffect(() => {
    const { unsubscribe } = watch(({ text = '' }) => keep(text))
    return unsubscribe
  }, [watch])
  const send = async (written: z.output<typeof Form>) => {
    await call('appealKyc', written)
    onText('')
    await client.invalidateQueries({ queryKey: queryKeys.kyc })
    onClose()
    // The dialog tries to give the focus back first, to a button that is gone.
    setTimeout(() => document.getElementById(APPEAL_ID)?.focus(), CLOSING_MS)
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
