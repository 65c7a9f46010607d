/**
 * A US address as a form asks for it: each missing part is reported at its own field. Whether ZIP code and state belong
 * together is checked by the server.
 */
import { AddressIn } from '@puente/contract'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'

const { line1, line2, city, state, zipCode } = AddressIn.shape

/** A text that is asked for, with its own reason while it is empty. */
export const given = <Part extends z.ZodMiniType<string, string>>(missing: string, part: Part) =>
  z.pipe(z.string().check(z.trim(), z.minLength(1, missing)), part)

export const AddressGiven = z.object({
  line1: given('line1Missing', line1),
  line2,
  city: given('cityMissing', city),
  state: given('stateMissing', state),
  zipCode: given('zipCodeMissing', zipCode),
})

/** What `AddressGiven` finds wrong, in words; for the `texts` of a form. */
export const useAddressTexts = () => {
  const t = useTranslations('auth.addressStep')
  return {
    line1Missing: t('line1Missing'),
    cityMissing: t('cityMissing'),
    stateMissing: t('stateMissing'),
    zipCodeMissing: t('zipCodeMissing'),
    invalidZipCode: t('zipCodeDigits'),
  }
}
