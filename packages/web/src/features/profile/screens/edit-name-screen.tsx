import { FullNameIn } from '@puente/contract'
import { TextField } from '@puente/ui/text-field'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { call } from '#lib/api/api.ts'
import { useContractForm } from '#lib/forms/form.ts'
import { Screen } from '#lib/layout/screen.tsx'
import { useMe } from '#lib/session/me.ts'
import { ChangesLeft, Fixed, SaveButton, useSaved } from '../parts/edit-parts.tsx'

const Form = z.object({ fullName: FullNameIn })

/** The name: twice before the identity is verified, then only through support. */
export const EditNameScreen = () => {
  const me = useMe()
  return (
    <Screen width="form">{me.changesLeft.fullName === 0 ? <Fixed what="fullName" me={me} /> : <NameForm />}</Screen>
  )
}

const NameForm = () => {
  const t = useTranslations('profile.edit')
  const me = useMe()
  const saved = useSaved()
  const { register, errorOf, onSubmit, formState } = useContractForm(Form, {
    defaultValues: { fullName: me.fullName },
    fieldOf: {
      fullNameMissing: 'fullName',
      invalidName: 'fullName',
      invalidFullName: 'fullName',
      fullNameChangesExceeded: 'fullName',
    },
  })
  const save = async (values: z.output<typeof Form>) => {
    await call('updateProfile', values)
    await saved()
  }
  return (
    <form noValidate onSubmit={onSubmit(save)} className="grid gap-4">
      <TextField
        label={t('fullName')}
        hint={t('fullNameHint')}
        autoComplete="name"
        maxLength={100}
        required
        error={errorOf('fullName')}
        {...register('fullName')}
      />
      <ChangesLeft count={me.changesLeft.fullName} />
      <SaveButton pending={formState.isSubmitting} />
    </form>
  )
}
