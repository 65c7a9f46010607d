import { Button } from '@puente/ui/button'
import { TextField } from '@puente/ui/text-field'
import { EmailIn } from '@puente/contract'
import { useLocation, useRouter } from '@tanstack/react-router'
import { useLocale, useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { call } from '#lib/api/api.ts'
import { useContractForm } from '#lib/forms/form.ts'
import { paths } from '#lib/layout/paths.ts'

const Forgot = z.object({ email: EmailIn })

/** Asks for a reset link. The answer is the same for every address, so it does not reveal who has an account. */
export const ForgotForm = () => {
  const t = useTranslations()
  const lang = useLocale()
  const router = useRouter()
  const { email: typed = '' } = useLocation().state
  const realEmail = t('auth.reset.realEmail')
  const form = useContractForm(Forgot, {
    defaultValues: { email: typed },
    fieldOf: { invalidEmail: 'email' },
    texts: { invalidEmail: realEmail },
  })

  const send = async ({ email }: z.output<typeof Forgot>) => {
    await call('forgotPassword', { email, lang })
    router.history.push(paths.resetPasswordSuccess.path, { email })
  }

  return (
    <form noValidate onSubmit={form.onSubmit(send)} className="grid gap-5">
      <TextField
        label={t('auth.email')}
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        error={form.errorOf('email')}
        {...form.register('email')}
      />
      <Button type="submit" size="large" full pending={form.formState.isSubmitting} pendingLabel={t('common.working')}>
        {t('auth.reset.send')}
      </Button>
    </form>
  )
}
