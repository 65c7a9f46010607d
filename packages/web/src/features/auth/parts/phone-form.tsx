import { Button } from '@puente/ui/button'
import { PhoneField } from '@puente/ui/phone-field'
import { PhoneIn } from '@puente/contract'
import { Controller } from 'react-hook-form'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { useContractForm } from '#lib/forms/form.ts'
import { registerPhone } from '../api/phone-code.ts'
import { inOneLine } from './phone-number.tsx'
import type { SentCode } from '../api/sent-code.ts'

const Phone = z.object({ phone: PhoneIn })

type Props = {
  /** The number given before, to correct it. */
  phone: string | null
  onSent: (sent: SentCode) => void
  children?: ReactNode
}

/** Takes the number and sends a code to it. The first time also records that the terms are accepted. */
export const PhoneForm = ({ phone, onSent, children }: Props) => {
  const t = useTranslations()
  const form = useContractForm(Phone, {
    defaultValues: { phone: phone ?? '' },
    fieldOf: { invalidPhoneNumber: 'phone', phone_already_verified: 'phone' },
  })
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(async (values) => onSent(await registerPhone(values.phone)))}
      className="grid gap-5"
    >
      <Controller
        control={form.control}
        name="phone"
        render={({ field: { value, onChange, onBlur, name, ref } }) => (
          <PhoneField
            label={t('auth.phoneStep.phone')}
            hint={t.rich('auth.phoneStep.hint', { number: inOneLine })}
            notUs={t('auth.phoneStep.notUs')}
            required
            error={form.errorOf('phone')}
            value={value}
            onChange={onChange}
            onBlur={onBlur}
            name={name}
            ref={ref}
          />
        )}
      />
      <Button type="submit" size="large" full pending={form.formState.isSubmitting} pendingLabel={t('common.working')}>
        {t('auth.phoneStep.send')}
      </Button>
      {children}
    </form>
  )
}
