import { Button, buttonClass } from '@puente/ui/button'
import { Link, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { call } from '#lib/api/api.ts'
import { EmailText } from '#lib/layout/email-text.tsx'
import { paths } from '#lib/layout/paths.ts'
import { useShowError } from '#lib/forms/use-show-error.ts'
import { AuthFrame } from '../parts/auth-frame.tsx'
import { ForgotForm } from '../parts/forgot-form.tsx'
import { NewPasswordForm } from '../parts/new-password-form.tsx'

const BackToSignIn = () => {
  const t = useTranslations('auth.reset')
  return (
    <Link to={paths.signIn.path} className={buttonClass({ variant: 'ghost', full: true })}>
      {t('back')}
    </Link>
  )
}

/** Without a token: ask for the link. With the token of the mail: choose the new password. */
export const ResetPasswordScreen = ({ token }: { token: string | undefined }) => {
  const t = useTranslations('auth')
  return (
    <AuthFrame
      title={t(token === undefined ? 'reset.title' : 'reset.newTitle')}
      lead={token === undefined ? t('reset.text') : undefined}
    >
      {token === undefined ? <ForgotForm /> : <NewPasswordForm token={token} />}
      <BackToSignIn />
    </AuthFrame>
  )
}

/** After asking: which inbox to look into. Opened directly it names none, and cannot send again. */
export const ResetSentScreen = () => {
  const t = useTranslations('auth.reset')
  const lang = useLocale()
  const { email } = useLocation().state
  const fail = useShowError()
  const [pending, setPending] = useState(false)
  const [resent, setResent] = useState(false)

  const resend = async (to: string) => {
    setPending(true)
    try {
      await call('forgotPassword', { email: to, lang })
      setResent(true)
    } catch (error) {
      await fail(error)
    } finally {
      setPending(false)
    }
  }

  return (
    <AuthFrame title={t('successTitle')} lead={t('sent')}>
      {email !== undefined && (
        <p className="text-lg font-medium">
          <EmailText email={email} />
        </p>
      )}
      <p className="text-text-muted">{t('linkLife')}</p>
      <output className="text-positive empty:hidden">{resent && t('resent')}</output>
      {email !== undefined && (
        <Button variant="secondary" full pending={pending} onClick={() => void resend(email)}>
          {t('resend')}
        </Button>
      )}
      <BackToSignIn />
    </AuthFrame>
  )
}
