import { NewPasswordIn } from '@puente/contract'
import { Button, buttonClass } from '@puente/ui/button'
import { EmptyState } from '@puente/ui/empty-state'
import { useNotices } from '@puente/ui/notice'
import { PasswordField } from '@puente/ui/password-field'
import { useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { call } from '#lib/api/api.ts'
import { useContractForm } from '#lib/forms/form.ts'
import { paths } from '#lib/layout/paths.ts'
import { Screen } from '#lib/layout/screen.tsx'
import { useMe } from '#lib/session/me.ts'
import { signOut } from '#lib/session/session.ts'
import { factorsQuery } from '#shared/step-up/factors-query.ts'
import { ProofWaits } from '#shared/step-up/proof-waits.tsx'
import { useLeave } from '../api/use-leave.ts'

const Form = z
  .object({
    currentPassword: z.string().check(z.minLength(1, 'missing')),
    newPassword: NewPasswordIn,
    confirmPassword: z.string(),
  })
  .check(
    z.refine((form) => form.confirmPassword === form.newPassword, { error: 'mismatch', path: ['confirmPassword'] }),
  )

/** The current password, and the new one twice. */
const ChangePassword = () => {
  const t = useTranslations('credentials.password')
  const all = useTranslations()
  const { email } = useMe()
  const { show } = useNotices()
  const router = useRouter()
  const leave = useLeave()
  const form = useContractForm(Form, {
    defaultValues: { currentPassword: '', newPassword: '', confirmPassword: '' },
    fieldOf: { change_password_error: 'currentPassword', invalidPass: 'newPassword' },
    texts: { mismatch: t('mustMatch'), missing: all('common.requiredFields') },
    notices: { mismatch: t('mustMatchNotice') },
  })
  const { register, errorOf, formState } = form
  const switchLabels = { showLabel: all('auth.show'), hideLabel: all('auth.hide') }

  const change = async ({ currentPassword, newPassword }: z.output<typeof Form>) => {
    await call('changePassword', { currentPassword, newPassword })
    form.reset()
    show('positive', t('changed'))
    leave()
  }

  const logOut = async () => {
    await signOut()
    await router.navigate({ to: paths.resetPassword.path as string })
  }
  const out = (text: ReactNode) => (
    <button
      type="button"
      className="inline-flex min-h-11 items-center rounded-sm font-semibold text-brand-text hover:underline"
      onClick={() => void logOut()}
    >
      {text}
    </button>
  )

  return (
    <Screen width="form" lead={t('lead')}>
      <ProofWaits />
      <form noValidate onSubmit={form.onSubmit(change)} className="grid gap-5">
        {/* Says to password managers whose password this is. */}
        <input type="text" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          label={t('current')}
          autoComplete="current-password"
          required
          error={errorOf('currentPassword')}
          {...switchLabels}
          {...register('currentPassword')}
        />
        <PasswordField
          label={t('new')}
          hint={errorOf('newPassword') === undefined && t('hint')}
          autoComplete="new-password"
          required
          error={errorOf('newPassword')}
          {...switchLabels}
          {...register('newPassword')}
        />
        <PasswordField
          label={t('confirm')}
          autoComplete="new-password"
          required
          error={errorOf('confirmPassword')}
          {...switchLabels}
          {...register('confirmPassword')}
        />
        <Button type="submit" size="large" full pending={formState.isSubmitting} pendingLabel={all('common.working')}>
          {t('submit')}
        </Button>
        <p className="text-sm text-text-muted">{t.rich('forgot', { out })}</p>
      </form>
    </Screen>
  )
}

/** An account that came by social login has none to change; the first one is chosen with a proof from its service. */
const NoPassword = () => {
  const t = useTranslations('credentials.password')
  return (
    <Screen width="form">
      <EmptyState
        title={t('noneTitle')}
        text={t('noneText')}
        action={
          <Link to={paths.settingsSocial.path} className={buttonClass()}>
            {t('choose')}
          </Link>
        }
      />
    </Screen>
  )
}

/** Change the password, or learn where the first one is chosen. */
export const PasswordScreen = () => {
  const factors = useQuery(factorsQuery)
  return factors.data?.passwordChangedAt === null ? <NoPassword /> : <ChangePassword />
}
