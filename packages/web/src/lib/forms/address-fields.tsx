import { SelectField } from '@puente/ui/select-field'
import { TextField } from '@puente/ui/text-field'
import type { Address } from '@puente/contract'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { usStates } from './us-states.ts'

type Part = keyof Address

type Props = {
  /** Registers one part with the caller's form, and says what is wrong with it. */
  field: (part: Part) => UseFormRegisterReturn & { error: string | undefined }
}

const stateOptions = usStates.map(([value, label]) => ({ value, label }))

/** The five parts of a US address, for any form that holds one. */
export const AddressFields = ({ field }: Props) => {
  const t = useTranslations()
  return (
    <>
      <TextField
        label={t('auth.addressStep.line1')}
        autoComplete="address-line1"
        maxLength={100}
        required
        {...field('line1')}
      />
      <TextField
        label={`${t('auth.addressStep.line2')} (${t('common.optional').toLocaleLowerCase()})`}
        autoComplete="address-line2"
        maxLength={100}
        {...field('line2')}
      />
      <TextField
        label={t('auth.addressStep.city')}
        autoComplete="address-level2"
        maxLength={60}
        required
        {...field('city')}
      />
      <div className="grid grid-cols-[minmax(0,3fr)_minmax(0,2fr)] items-start gap-3">
        <SelectField
          label={t('auth.addressStep.state')}
          autoComplete="address-level1"
          options={stateOptions}
          placeholder={t('auth.addressStep.chooseState')}
          required
          {...field('state')}
        />
        <TextField
          label={t('auth.addressStep.zipCode')}
          autoComplete="postal-code"
          inputMode="numeric"
          maxLength={5}
          required
          {...field('zipCode')}
        />
      </div>
    </>
  )
}
