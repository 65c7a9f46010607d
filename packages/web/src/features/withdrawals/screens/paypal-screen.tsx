import { EmailIn, FullNameIn } from '@puente/contract'
import { Button } from '@puente/ui/button'
import { TextField } from '@puente/ui/text-field'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { useContractForm } from '#lib/forms/form.ts'
import { useDraft } from '#lib/forms/use-draft.ts'
import { ScreenAction } from '#lib/layout/screen-action.tsx'
import { Screen } from '#lib/layout/screen.tsx'
import { useMe } from '#lib/session/me.ts'
import { WithdrawStepper } from '../parts/withdraw-stepper.tsx'
import { withdrawWays } from '../parts/withdraw-ways.ts'

const Form = z.object({ email: EmailIn, fullName: FullNameIn })

/** Whose PayPal account the money goes to. */
export const PaypalScreen = () => {
  const t = useTranslations('withdrawals.paypal')
  const tCommon = useTranslations('common')
  const me = useMe()
  const { draft, continueTo } = useDraft('withdraw')
  const { register, errorOf, onSubmit } = useContractForm(Form, {
    defaultValues: { email: draft.paypal?.email ?? me.email, fullName: draft.paypal?.fullName ?? me.fullName },
    fieldOf: { invalidEmail: 'email', fullNameMissing: 'fullName', invalidName: 'fullName' },
  })
  return (
    <Screen width="form" lead={t('lead')}>
      <WithdrawStepper at="recipient" />
      <form
        noValidate
        className="grid gap-5"
        onSubmit={onSubmit(async (paypal) => continueTo(withdrawWays.paypal.amount, { ...draft, paypal }))}
      >
        <TextField
          type="email"
          label={t('email')}
          hint={t('emailHint')}
          autoComplete="email"
          required
          error={errorOf('email')}
          {...register('email')}
        />
        <TextField
          label={t('fullName')}
          autoComplete="name"
          required
          error={errorOf('fullName')}
          {...register('fullName')}
        />
        <p className="text-sm text-text-muted">{t('unclaimed')}</p>
        <ScreenAction>
          <Button type="submit" size="large" full>
            {tCommon('continue')}
          </Button>
        </ScreenAction>
      </form>
    </Screen>
  )
}
