import { Button } from '@puente/ui/button'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { AddressGiven, useAddressTexts } from '#lib/forms/address.ts'
import { AddressFields } from '#lib/forms/address-fields.tsx'
import { call } from '#lib/api/api.ts'
import { useContractForm } from '#lib/forms/form.ts'
import { reloadMe, useMe } from '#lib/session/me.ts'

const Form = z.object({ address: AddressGiven })

/** A US address, asked for on its own. */
export const AddressForm = ({ onSaved, children }: { onSaved: () => void; children?: ReactNode }) => {
  const t = useTranslations()
  const { address } = useMe()
  const form = useContractForm(Form, {
    defaultValues: { address: { line1: '', line2: '', city: '', state: '', zipCode: '', ...address } },
    fieldOf: { addressMissing: 'address.line1', invalidZipCode: 'address.zipCode' },
    texts: useAddressTexts(),
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
      <AddressFields field={(part) => ({ ...register(`address.${part}`), error: errorOf(`address.${part}`) })} />
      <Button type="submit" size="large" full pending={formState.isSubmitting} pendingLabel={t('common.working')}>
        {t('auth.addressStep.finish')}
      </Button>
      {children}
    </form>
  )
}
