/** Name, EIN and kind of a business: asked for at sign-up, and changed in the settings. */
import { BUSINESS_KINDS, BUSINESS_NAME_MAX, BusinessNameIn, EinIn } from '@puente/contract'
import { Button } from '@puente/ui/button'
import { SelectField } from '@puente/ui/select-field'
import { TextField } from '@puente/ui/text-field'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { call } from '#lib/api/api.ts'
import { useContractForm } from '#lib/forms/form.ts'
import { useMe } from '#lib/session/me.ts'

const given = (missing: string) => z.string().check(z.trim(), z.minLength(1, missing))
const Form = z.object({
  businessName: z.pipe(given('nameMissing'), BusinessNameIn),
  ein: z.pipe(given('einMissing'), EinIn),
  kind: z.enum(BUSINESS_KINDS, 'kindMissing'),
})

type Props = {
  submit: string
  /** The server has it; the user as the screens know them is still the one before. */
  onSaved: () => Promise<void>
  children?: ReactNode
}

export const BusinessForm = ({ submit, onSaved, children }: Props) => {
  const t = useTranslations('business')
  const tCommon = useTranslations('common')
  const { businessProfile: now } = useMe()
  const form = useContractForm(Form, {
    defaultValues: { businessName: now?.name ?? '', ein: '', ...(now && { kind: now.kind }) },
    fieldOf: { invalidName: 'businessName', invalidRequest: 'ein' },
    texts: { nameMissing: t('nameMissing'), einMissing: t('einMissing'), kindMissing: t('kindMissing') },
  })
  const { register, errorOf, formState } = form

  const save = async (values: z.output<typeof Form>) => {
    await call('businessProfile', values)
    await onSaved()
  }

  return (
    <form noValidate onSubmit={form.onSubmit(save)} className="grid gap-4">
      <TextField
        label={t('name')}
        hint={t('nameHint')}
        autoComplete="organization"
        maxLength={BUSINESS_NAME_MAX}
        required
        error={errorOf('businessName')}
        {...register('businessName')}
      />
      <TextField
        label={t('ein')}
        hint={now ? t('einAgain', { last4: now.einLast4 }) : t('einHint')}
        inputMode="numeric"
        autoComplete="off"
        maxLength={10}
        required
        error={errorOf('ein')}
        {...register('ein')}
      />
      <SelectField
        label={t('kind')}
        options={BUSINESS_KINDS.map((value) => ({ value, label: t(`kinds.${value}`) }))}
        placeholder={t('chooseKind')}
        required
        error={errorOf('kind')}
        {...register('kind')}
      />
      <Button type="submit" size="large" full pending={formState.isSubmitting} pendingLabel={tCommon('working')}>
        {submit}
      </Button>
      {children}
    </form>
  )
}
