import type { Recipient, Request as Sent } from '@puente/contract'
import { Button } from '@puente/ui/button'
import { Segmented } from '@puente/ui/segmented'
import { SelectField } from '@puente/ui/select-field'
import { TextField } from '@puente/ui/text-field'
import { useMemo } from 'react'
import { useController } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import type * as z from 'zod/mini'
import { useAddressTexts } from '#lib/forms/address.ts'
import { BirthdayField } from '#lib/forms/birthday-field.tsx'
import { latestBirthdayNow } from '#lib/forms/birthday.ts'
import { useContractForm } from '#lib/forms/form.ts'
import { usStates } from '#lib/forms/us-states.ts'
import { useFormats } from '#lib/i18n/format.ts'
import { ScreenAction } from '#lib/layout/screen-action.tsx'
import { useMe } from '#lib/session/me.ts'
import { recipientSchema } from './recipient-schema.ts'

type Body = Omit<Sent<'addRecipient'>, 'accountNumber'> & { accountNumber?: string }
type Props = {
  /** The account to change; absent for a new one. */
  recipient?: Recipient | undefined
  onSave: (body: Body) => Promise<void>
}

const stateOptions = usStates.map(([value, label]) => ({ value, label }))

/** What of a person's own name a bank takes: letters, digits and spaces. What a hyphen joins stays two words. */
const bankName = (name: string): string =>
  name
    .replaceAll(/\p{Pd}/gu, ' ')
    .replaceAll(/[^\p{L}\p{M}\p{N} ]/gu, '')
    .replaceAll(/ +/g, ' ')
    .trim()

type Values = z.input<ReturnType<typeof recipientSchema>>
const useStartValues = (recipient: Recipient | undefined): Values => {
  const me = useMe()
  if (recipient) {
    const { address, city, state, zipCode, birthday, accountNumber: _, ...same } = recipient
    return {
      ...same,
      birthday: birthday ?? '',
      accountNumber: '',
      accountAgain: '',
      address: { line1: address, city, state, zipCode },
    }
  }
  return {
    personType: 'personal',
    type: 'own',
    fullName: bankName(me.fullName),
    birthday: me.birthday ?? '',
    email: me.email,
    accountType: 'Checking',
    routingNumber: '',
    accountNumber: '',
    accountAgain: '',
    address: {
      line1: me.address?.line1 ?? '',
      city: me.address?.city ?? '',
      state: me.address?.state ?? '',
      zipCode: me.address?.zipCode ?? '',
    },
  }
}

/** Everything a bank asks for about an account. The own account comes filled in with what is known. */
export const RecipientForm = ({ recipient, onSave }: Props) => {
  const t = useTranslations()
  const tForm = useTranslations('recipients.form')
  const { locale } = useFormats()
  const latest = useMemo(() => latestBirthdayNow(), [])
  const schema = useMemo(() => recipientSchema(latest, recipient !== undefined), [latest, recipient])
  const form = useContractForm(schema, {
    defaultValues: useStartValues(recipient),
    fieldOf: {
      fullNameMissing: 'fullName',
      invalidName: 'fullName',
      invalidEmail: 'email',
      invalidRouting: 'routingNumber',
      invalidAccountNumber: 'accountNumber',
      invalidTo: 'accountNumber',
      addressMissing: 'address.line1',
      invalidZipCode: 'address.zipCode',
      invalidBirthDay: 'birthday',
    },
    texts: {
      ...useAddressTexts(),
      invalidName: tForm('nameLetters'),
      routingMissing: tForm('routingMissing'),
      accountMissing: tForm('accountMissing'),
      numbersDiffer: tForm('numbersDiffer'),
      birthdayMissing: t('kyc.details.birthdayMissing'),
      birthdayNotReal: t('kyc.details.notReal'),
    },
  })
  const { register, control, errorOf, formState } = form
  const { field: personType } = useController({ control, name: 'personType' })
  const { field: type } = useController({ control, name: 'type' })
  const { field: accountType } = useController({ control, name: 'accountType' })
  const isPerson = personType.value === 'personal'
  const field = (name: Parameters<typeof register>[0]) => ({ ...register(name), error: errorOf(name) })

  const changeType = (value: 'own' | 'thirdParty') => {
    type.onChange(value)
    if (recipient || formState.dirtyFields.fullName) return
    // Somebody else's account is not in the own name.
    if (value === 'thirdParty') form.reset({ ...form.getValues(), type: value, fullName: '', birthday: '', email: '' })
  }

  const save = (entered: z.output<typeof schema>) => {
    const { accountAgain: _, address, birthday, accountNumber, ...rest } = entered
    return onSave({
      ...rest,
      ...(accountNumber !== '' && { accountNumber }),
      ...(isPerson && { birthday }),
      address: address.line1,
      city: address.city,
      state: address.state,
      zipCode: address.zipCode,
    })
  }

  return (
    <form noValidate onSubmit={form.onSubmit(save)} className="grid gap-5">
      <Segmented
        label={tForm('whose')}
        value={type.value}
        onChange={changeType}
        options={[
          { value: 'own', label: tForm('own') },
          { value: 'thirdParty', label: tForm('thirdParty') },
        ]}
      />
      <Segmented
        label={tForm('holder')}
        value={personType.value}
        onChange={personType.onChange}
        options={[
          { value: 'personal', label: tForm('personal') },
          { value: 'business', label: tForm('business') },
        ]}
      />
      <TextField
        label={isPerson ? tForm('fullName') : tForm('businessName')}
        hint={tForm('nameHint')}
        autoComplete="off"
        maxLength={100}
        required
        {...field('fullName')}
      />
      {isPerson && (
        <BirthdayField
          control={control}
          name="birthday"
          locale={locale}
          latest={latest}
          error={errorOf('birthday')}
          onTyped={() => form.clearErrors('birthday')}
        />
      )}
      <TextField type="email" label={tForm('email')} autoComplete="off" required {...field('email')} />
      <Segmented
        label={tForm('accountType')}
        value={accountType.value}
        onChange={accountType.onChange}
        options={[
          { value: 'Checking', label: t('recipients.accountTypes.Checking') },
          { value: 'Savings', label: t('recipients.accountTypes.Savings') },
        ]}
      />
      <TextField
        label={tForm('routingNumber')}
        hint={tForm('routingHint')}
        inputMode="numeric"
        autoComplete="off"
        maxLength={9}
        required
        {...field('routingNumber')}
      />
      <TextField
        label={tForm('accountNumber')}
        hint={recipient ? tForm('numberKept', { account: recipient.accountNumber }) : tForm('accountHint')}
        inputMode="numeric"
        autoComplete="off"
        maxLength={17}
        required={!recipient}
        {...field('accountNumber')}
      />
      <TextField
        label={tForm('accountAgain')}
        inputMode="numeric"
        autoComplete="off"
        maxLength={17}
        required={!recipient}
        onPaste={(event) => event.preventDefault()}
        {...field('accountAgain')}
      />
      <fieldset className="grid gap-4">
        <legend className="mb-3 text-base font-semibold">{tForm('address')}</legend>
        <TextField label={t('auth.addressStep.line1')} maxLength={100} required {...field('address.line1')} />
        <TextField label={t('auth.addressStep.city')} maxLength={60} required {...field('address.city')} />
        <div className="grid grid-cols-[minmax(0,3fr)_minmax(0,2fr)] items-start gap-3">
          <SelectField
            label={t('auth.addressStep.state')}
            options={stateOptions}
            placeholder={t('auth.addressStep.chooseState')}
            required
            {...field('address.state')}
          />
          <TextField
            label={t('auth.addressStep.zipCode')}
            inputMode="numeric"
            maxLength={5}
            required
            {...field('address.zipCode')}
          />
        </div>
      </fieldset>
      <p className="text-sm text-text-muted">{tForm('firstDay')}</p>
      <ScreenAction>
        <Button type="submit" size="large" full pending={formState.isSubmitting} pendingLabel={t('common.working')}>
          {tForm(recipient ? 'save' : 'add')}
        </Button>
      </ScreenAction>
    </form>
  )
}
