import { Button, buttonClass } from '@puente/ui/button'
import { Loading, SkeletonRows } from '@puente/ui/skeleton'
import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { ApiRefusal } from '#lib/api/api-errors.ts'
import { call } from '#lib/api/api.ts'
import { EmailText } from '#lib/layout/email-text.tsx'
import { useHeadingAfter } from '#lib/layout/focus-heading.ts'
import { paths } from '#lib/layout/paths.ts'
import { useShowError } from '#lib/forms/use-show-error.ts'
import { AuthFrame } from '../parts/auth-frame.tsx'
import { ForgotForm } from '../parts/forgot-form.tsx'
import { isLinkOver, NewPasswordForm } from '../parts/new-password-form.tsx'

const BackToSignIn = () => {
  const t = useTranslations('auth.reset')
  return (
    <Link to={paths.signIn.path} className={buttonClass({ variant: 'ghost', full: true })}>
      {t('back')}
    </Link>
  )
}

/** With the token of the mail: choose the new password, or hear at once that the link is over. What else fails, sending tells. */
const NewPassword = ({ token }: { token: string }) => {
  const t = useTranslations('auth.reset')
  const common = useTranslations('common')
  const reasons = useTranslations('errors.reasons.accountRestricted')
  const [link, setLink] = useState<'asked' | 'good' | 'over' | 'inDoubt'>('asked')
  useHeadingAfter(link)
  useEffect(() => {
    const leaving = new AbortController()
    const ask = async () => {
      try {
        await call('checkResetLink', { token }, { signal: leaving.signal })
        setLink('good')
      } catch (error) {
        if (leaving.signal.aborted) return
        const isInDoubt = error instanceof ApiRefusal && error.code === 'accountRestricted'
        setLink(isLinkOver(error) ? 'over' : isInDoubt ? 'inDoubt' : 'good')
      }
    }
    void ask()
    return () => leaving.abort()
  }, [token])
  if (link === 'over')
    return (
      <AuthFrame title={t('overTitle')} lead={<span role="alert">{t('overText')}</span>}>
        <ForgotForm />
        <BackToSignIn />
      </AuthFrame>
    )
  return (
    <AuthFrame title={t('newTitle')}>
      {link === 'asked' ? (
        <Loading label={common('loading')}>
          <SkeletonRows count={2} />
        </Loading>
      ) : link === 'inDoubt' ? (
        <p role="alert">{reasons('ownerInDoubt')}</p>
      ) : (
        <NewPasswordForm token={token} onOver={() => setLink('over')} />
      )}
      <BackToSignIn />
    </AuthFrame>
  )
}

/** Without a token: ask for the link. */
export const ResetPasswordScreen = ({ token }: { token: string | undefined }) => {
  const t = useTranslations('auth.reset')
  if (token !== undefined) return <NewPassword token={token} />
  return (
    <AuthFrame title={t('title')} lead={t('text')}>
      <ForgotForm />
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
