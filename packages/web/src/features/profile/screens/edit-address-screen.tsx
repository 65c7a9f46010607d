import * as z from 'zod/mini'
import { call } from '#lib/api/api.ts'
import { AddressFields } from '#lib/forms/address-fields.tsx'
import { AddressGiven, useAddressTexts } from '#lib/forms/address.ts'
import { useContractForm } from '#lib/forms/form.ts'
import { Screen } from '#lib/layout/screen.tsx'
import { useMe } from '#lib/session/me.ts'
import { Fixed, SaveButton, useSaved } from '../parts/edit-parts.tsx'

const Form = z.object({ address: AddressGiven })

/** The address, until the identity check has looked at it. */
export const EditAddressScreen = () => {
  const me = useMe()
  return (
    <Screen width="form">{me.changesLeft.address === 0 ? <Fixed what="address" me={me} /> : <AddressEdit />}</Screen>
  )
}

const AddressEdit = () => {
  const { address } = useMe()
  const saved = useSaved()
  const { register, errorOf, onSubmit, formState } = useContractForm(Form, {
    defaultValues: { address: { line1: '', line2: '', city: '', state: '', zipCode: '', ...address } },
    fieldOf: { addressMissing: 'address.line1', invalidZipCode: 'address.zipCode' },
    texts: useAddressTexts(),
  })
  const save = async ({ address: { line2, ...rest } }: z.output<typeof Form>) => {
    await call('updateProfile', { address: { ...rest, ...(line2 && { line2 }) } })
    await saved()
  }
  return (
    <form noValidate onSubmit={onSubmit(save)} className="grid gap-4">
      <AddressFields field={(part) => ({ ...register(`address.${part}`), error: errorOf(`address.${part}`) })} />
      <SaveButton pending={formState.isSubmitting} />
    </form>
  )
}
