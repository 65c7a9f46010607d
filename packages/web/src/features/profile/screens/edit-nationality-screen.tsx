import { NationalityIn } from '@puente/contract'
import { SelectField } from '@puente/ui/select-field'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { call } from '#lib/api/api.ts'
import { countriesIn } from '#lib/forms/countries.ts'
import { useContractForm } from '#lib/forms/form.ts'
import { useFormats } from '#lib/i18n/format.ts'
import { Screen } from '#lib/layout/screen.tsx'
import { useMe } from '#lib/session/me.ts'
import { Fixed, SaveButton, useSaved } from '../parts/edit-parts.tsx'

const Form = z.object({ nationality: NationalityIn })

/** The nationality, until the identity check has looked at it. */
export const EditNationalityScreen = () => {
  const me = useMe()
  return (
    <Screen width="form">
      {me.changesLeft.nationality === 0 ? <Fixed what="nationality" me={me} /> : <NationalityForm />}
    </Screen>
  )
}

const NationalityForm = () => {
  const t = useTranslations()
  const me = useMe()
  const { locale } = useFormats()
  const saved = useSaved()
  const countries = useMemo(() => countriesIn(locale), [locale])
  const { register, errorOf, onSubmit, formState } = useContractForm(Form, {
    defaultValues: { nationality: me.nationality ?? '' },
    fieldOf: { invalidRequest: 'nationality' },
    texts: { invalidRequest: t('kyc.details.nationalityMissing') },
  })
  const save = async (values: z.output<typeof Form>) => {
    await call('updateProfile', values)
    await saved()
  }
  return (
    <form noValidate onSubmit={onSubmit(save)} className="grid gap-4">
      <SelectField
        label={t('kyc.details.nationality')}
        autoComplete="country"
        options={countries}
        placeholder={t('kyc.details.chooseCountry')}
        required
        error={errorOf('nationality')}
        {...register('nationality')}
      />
      <SaveButton pending={formState.isSubmitting} />
    </form>
  )
}
