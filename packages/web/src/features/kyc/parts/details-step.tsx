import { Button } from '@puente/ui/button'
import { SelectField } from '@puente/ui/select-field'
import { TextField } from '@puente/ui/text-field'
import { LegalNameIn, NationalityIn } from '@puente/contract'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { AddressGiven, useAddressTexts } from '#lib/forms/address.ts'
import { AddressFields } from '#lib/forms/address-fields.tsx'
import { call } from '#lib/api/api.ts'
import { birthdayGiven, latestBirthdayNow } from '#lib/forms/birthday.ts'
import { BirthdayField } from '#lib/forms/birthday-field.tsx'
import { countriesIn } from '#lib/forms/countries.ts'
import { finishFlow } from '#lib/forms/draft.ts'
import { useContractForm } from '#lib/forms/form.ts'
import { useDraft } from '#lib/forms/use-draft.ts'
import { useFormats } from '#lib/i18n/format.ts'
import { useMe } from '#lib/session/me.ts'
import { ScreenAction } from '#lib/layout/screen-action.tsx'
import type { StepProps } from '../api/use-sending.ts'
import { StepHeading } from './step-heading.tsx'

const detailsWith = (latest: string) =>
  z.object({
    fullName: LegalNameIn,
    birthday: birthdayGiven(latest),
    nationality: NationalityIn,
    address: AddressGiven,
  })

declare module '#lib/forms/draft.ts' {
  interface Drafts {
    kycDetails: { details?: z.input<ReturnType<typeof detailsWith>> }
  }
}

/** Name, birthday, nationality and address as the law asks for them, filled in with what is known. */
export const DetailsStep = ({ onDone, moved }: StepProps) => {
  const t = useTranslations()
  const me = useMe()
  const { locale } = useFormats()
  const latest = useMemo(() => latestBirthdayNow(), [])
  const schema = useMemo(() => detailsWith(latest), [latest])
  const countries = useMemo(() => countriesIn(locale), [locale])
  const { draft, change } = useDraft('kycDetails')
  const form = useContractForm(schema, {
    defaultValues: draft.details ?? {
      fullName: me.fullName,
      birthday: me.birthday ?? '',
      nationality: me.nationality ?? '',
      address: { line1: '', line2: '', city: '', state: '', zipCode: '', ...me.address },
    },
    fieldOf: {
      fullBName: 'fullName',
      fullNameMissing: 'fullName',
      invalidName: 'fullName',
      invalidFullName: 'fullName',
      fullNameChangesExceeded: 'fullName',
      invalidBirthDay: 'birthday',
      birthdayChangesExceeded: 'birthday',
      addressMissing: 'address.line1',
      invalidZipCode: 'address.zipCode',
    },
    texts: {
      ...useAddressTexts(),
      birthdayMissing: t('kyc.details.birthdayMissing'),
      birthdayNotReal: t('kyc.details.notReal'),
      invalidRequest: t('kyc.details.nationalityMissing'),
    },
  })
  const { register, control, errorOf, formState, watch } = form
  const keep = useEffectEvent(() => change({ details: form.getValues() }))
  useEffect(() => {
    const { unsubscribe } = watch(() => keep())
    return unsubscribe
  }, [watch])
  // Known in the order of the screen, so that the focus goes to the first that is wrong; the birthday below is a component
  // of its own and would come last.
  for (const name of ['fullName', 'birthday'] as const) register(name)

  const save = async ({ address: { line2, ...address }, ...details }: z.output<typeof schema>) => {
    await call('updateProfile', { ...details, address: { ...address, ...(line2 && { line2 }) }, kyc: true })
    finishFlow('kycDetails')
    await onDone()
  }

  return (
    <>
      <StepHeading title={t('kyc.details.title')} text={t('kyc.details.text')} moved={moved} />
      <form noValidate onSubmit={form.onSubmit(save)} className="grid gap-5">
        <TextField
          label={t('kyc.details.fullName')}
          hint={t('kyc.details.fullNameHint')}
          autoComplete="name"
          required
          error={errorOf('fullName')}
          {...register('fullName')}
        />
        <BirthdayField
          control={control}
          name="birthday"
          locale={locale}
          latest={latest}
          error={errorOf('birthday')}
          // A complete date is judged at once, not only when the form is sent.
          onTyped={(complete) => (complete ? void form.trigger('birthday') : form.clearErrors('birthday'))}
        />
        <SelectField
          label={t('kyc.details.nationality')}
          autoComplete="country"
          options={countries}
          placeholder={t('kyc.details.chooseCountry')}
          required
          error={errorOf('nationality')}
          {...register('nationality')}
        />
        <fieldset className="grid gap-4">
          <legend className="mb-3 text-base font-semibold">{t('kyc.details.address')}</legend>
          <AddressFields field={(part) => ({ ...register(`address.${part}`), error: errorOf(`address.${part}`) })} />
        </fieldset>
        <ScreenAction>
          <Button type="submit" size="large" full pending={formState.isSubmitting} pendingLabel={t('common.working')}>
            {t('kyc.details.submit')}
          </Button>
        </ScreenAction>
      </form>
    </>
  )
}
