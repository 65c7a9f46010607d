import { Button } from '@puente/ui/button'
import { AddressIn } from '@puente/contract'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { AddressFields } from '#lib/address-fields.tsx'
import { call } from '#lib/api.ts'
import { useContractForm } from '#lib/form.ts'
import { reloadMe, useMe } from '#lib/me.ts'

const Form = z.object({ address: AddressIn })

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
      <AddressFields field={(part) => ({ ...register(`address.${part}`), error: errorOf(`address.${part}`) })} />
      <Button type="submit" size="large" full pending={formState.isSubmitting} pendingLabel={t('common.working')}>
        {t('auth.addressStep.finish')}
      </Button>
      {children}
    </form>
  )
}
