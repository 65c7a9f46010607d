import { Button } from '@puente/ui/button'
import { useNotices } from '@puente/ui/notice'
import { PasswordField } from '@puente/ui/password-field'
import { NewPasswordIn } from '@puente/contract'
import { useRouter } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { ApiRefusal } from '#lib/api/api-errors.ts'
import { call } from '#lib/api/api.ts'
import { useContractForm } from '#lib/forms/form.ts'
import { paths } from '#lib/layout/paths.ts'

const NewPassword = z
  .object({ newPassword: NewPasswordIn, confirmPassword: z.string() })
  .check(
    z.refine((form) => form.confirmPassword === form.newPassword, { error: 'mismatch', path: ['confirmPassword'] }),
  )

const OVER = new Set(['usedCode', 'emailTokenExpired', 'invalidCode'])

/** Whether what was refused is the link: used, too old, or none of ours. */
export const isLinkOver = (error: unknown): boolean => error instanceof ApiRefusal && OVER.has(error.code)

/** Choose a new password with the link of the reset mail. It does not sign in. A link that is over by then is `onOver`. */
export const NewPasswordForm = ({ token, onOver }: { token: string; onOver: () => void }) => {
  const t = useTranslations()
  const router = useRouter()
  const { show } = useNotices()
  const form = useContractForm(NewPassword, {
    defaultValues: { newPassword: '', confirmPassword: '' },
    fieldOf: { invalidPass: 'newPassword' },
    texts: { mismatch: t('auth.reset.mustMatch') },
    notices: { mismatch: t('auth.reset.mustMatchNotice') },
  })
  const { register, errorOf, formState } = form
  const switchLabels = { showLabel: t('auth.show'), hideLabel: t('auth.hide') }

  const send = async ({ newPassword }: z.output<typeof NewPassword>) => {
    try {
      await call('resetPassword', { token, newPassword })
    } catch (error) {
      if (isLinkOver(error)) return onOver()
      throw error
    }
    show('positive', t('auth.reset.changed'))
    router.history.replace(paths.signIn.path)
  }

  return (
    <form noValidate onSubmit={form.onSubmit(send)} className="grid gap-5">
      <PasswordField
        label={t('auth.reset.newPassword')}
        hint={errorOf('newPassword') === undefined && t('auth.signUp.passwordHint')}
        autoComplete="new-password"
        required
        error={errorOf('newPassword')}
        {...switchLabels}
        {...register('newPassword')}
      />
      <PasswordField
        label={t('auth.reset.confirmPassword')}
        autoComplete="new-password"
        required
        error={errorOf('confirmPassword')}
        {...switchLabels}
        {...register('confirmPassword')}
      />
      <Button type="submit" size="large" full pending={formState.isSubmitting} pendingLabel={t('common.working')}>
        {t('auth.reset.change')}
      </Button>
    </form>
  )
}
