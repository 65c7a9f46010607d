import { Button } from '@puente/ui/button'
import { SelectField } from '@puente/ui/select-field'
import { TextField } from '@puente/ui/text-field'
import { AddressIn } from '@puente/contract'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { call } from '#lib/api.ts'
import { useContractForm } from '#lib/form.ts'
import { reloadMe, useMe } from '#lib/me.ts'
import { usStates } from '#lib/us-states.ts'

const Form = z.object({ address: AddressIn })
const stateOptions = usStates.map(([value, label]) => ({ value, label }))

/** A US address; whether ZIP code and state belong together is the server's to say. */
export const AddressForm = ({ onSaved, children }: { onSaved: () => void; children?: ReactNode }) => {
  const t = useTranslations()
  const { address } = useMe()
  const form = useContractForm(Form, {
    defaultValues: { address: { line1: '', line2: '', city: '', state: '', zipCode: '', ...address } },
    fieldOf: { addressMissing: 'address.line1', invalidZipCode: 'address.zipCode' },
  })
  const { register, errorOf, formState } = form

  const save = async (values: z.output<typeof Form>) => {
    const { line2, ...rest } = values.address
    await call('updateProfile', { address: line2 ? values.address : rest })
    await reloadMe()
    onSaved()
  }

  return (
    <form noValidate onSubmit={form.onSubmit(save)} className="grid gap-4">
      <TextField
        label={t('auth.addressStep.line1')}
        autoComplete="address-line1"
        required
        error={errorOf('address.line1')}
        {...register('address.line1')}
      />
      <TextField
        label={`${t('auth.addressStep.line2')} (${t('common.optional').toLocaleLowerCase()})`}
        autoComplete="address-line2"
        error={errorOf('address.line2')}
        {...register('address.line2')}
      />
      <TextField
        label={t('auth.addressStep.city')}
        autoComplete="address-level2"
        required
        error={errorOf('address.city')}
        {...register('address.city')}
      />
      <div className="grid grid-cols-[minmax(0,3fr)_minmax(0,2fr)] items-start gap-3">
        <SelectField
          label={t('auth.addressStep.state')}
          autoComplete="address-level1"
          options={stateOptions}
          placeholder={t('auth.addressStep.chooseState')}
          required
          error={errorOf('address.state')}
          {...register('address.state')}
        />
        <TextField
          label={t('auth.addressStep.zipCode')}
          autoComplete="postal-code"
          inputMode="numeric"
          maxLength={5}
          required
          error={errorOf('address.zipCode')}
          {...register('address.zipCode')}
        />
      </div>
      <Button type="submit" size="large" full pending={formState.isSubmitting} pendingLabel={t('common.working')}>
        {t('auth.addressStep.finish')}
      </Button>
      {children}
    </form>
  )
}
