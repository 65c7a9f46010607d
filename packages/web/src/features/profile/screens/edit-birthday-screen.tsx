import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { call } from '#lib/api/api.ts'
import { BirthdayField } from '#lib/forms/birthday-field.tsx'
import { birthdayGiven, latestBirthdayNow } from '#lib/forms/birthday.ts'
import { useContractForm } from '#lib/forms/form.ts'
import { useFormats } from '#lib/i18n/format.ts'
import { Screen } from '#lib/layout/screen.tsx'
import { useMe } from '#lib/session/me.ts'
import { ChangesLeft, Fixed, SaveButton, useSaved } from '../parts/edit-parts.tsx'

/** The date of birth: once after it was given, then only through support. */
export const EditBirthdayScreen = () => {
  const me = useMe()
  return (
    <Screen width="form">{me.changesLeft.birthday === 0 ? <Fixed what="birthday" me={me} /> : <BirthdayForm />}</Screen>
  )
}

const BirthdayForm = () => {
  const t = useTranslations()
  const me = useMe()
  const { locale } = useFormats()
  const saved = useSaved()
  const latest = useMemo(() => latestBirthdayNow(), [])
  const schema = useMemo(() => z.object({ birthday: birthdayGiven(latest) }), [latest])
  const form = useContractForm(schema, {
    defaultValues: { birthday: me.birthday ?? '' },
    fieldOf: { invalidBirthDay: 'birthday', birthdayChangesExceeded: 'birthday' },
    texts: {
      birthdayMissing: t('kyc.details.birthdayMissing'),
      birthdayNotReal: t('kyc.details.notReal'),
    },
  })
  const save = async (values: z.output<typeof schema>) => {
    await call('updateProfile', values)
    await saved()
  }
  return (
    <form noValidate onSubmit={form.onSubmit(save)} className="grid gap-4">
      <BirthdayField
        control={form.control}
        name="birthday"
        locale={locale}
        latest={latest}
        error={form.errorOf('birthday')}
        onTyped={(complete) => (complete ? void form.trigger('birthday') : form.clearErrors('birthday'))}
      />
      {/* What was not given yet can be given without counting. */}
      {me.birthday !== null && <ChangesLeft count={me.changesLeft.birthday} />}
      <SaveButton pending={form.formState.isSubmitting} />
    </form>
  )
}
