/** Where the link of the confirmation mail leads: public, because the mail may be opened on another device. */
import { buttonClass } from '@puente/ui/button'
import { DonePicture } from '@puente/ui/illustrations'
import { Loading } from '@puente/ui/skeleton'
import { Spinner } from '@puente/ui/spinner'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiRefusal } from '#lib/api/api-errors.ts'
import { call } from '#lib/api/api.ts'
import { paths } from '#lib/layout/paths.ts'
import { session } from '#lib/session/session.ts'
import { useErrorText } from '#lib/forms/use-show-error.ts'
import { AuthFrame } from '../parts/auth-frame.tsx'

type Title = 'doneTitle' | 'alreadyTitle' | 'linkTitle' | 'failedTitle'
type Outcome = 'working' | { title: Title; text: string; loggedOut?: boolean }
type Confirmed = { email: string; loggedOut: boolean }

/** The title for a failed confirmation: already confirmed, a link that is no longer valid, or an unknown failure. */
const titleOf = (error: unknown): Title => {
  if (!(error instanceof ApiRefusal)) return 'failedTitle'
  if (error.code === 'alreadyConfirmed') return 'alreadyTitle'
  return ['usedCode', 'emailTokenExpired', 'invalidCode'].includes(error.code) ? 'linkTitle' : 'failedTitle'
}

/** A token works once, so a second look at the same link (strict mode, back and forth) shares the first answer. */
const confirmations = new Map<string, Promise<Confirmed>>()

const confirmOnce = (emailToken: string): Promise<Confirmed> => {
  const running = confirmations.get(emailToken) ?? call('confirmEmail', { emailToken })
  confirmations.set(emailToken, running)
  return running
}

/** Tells the screens of a signed-in user, should this browser have one. */
const refreshUser = async () => {
  if (session.get().status === 'in') await (await import('#lib/session/me.ts')).reloadMe()
}

export const ConfirmationScreen = ({ token }: { token: string | undefined }) => {
  const t = useTranslations('auth.confirmation')
  const common = useTranslations('common')
  const failureText = useErrorText()
  const [outcome, setOutcome] = useState<Outcome>(() =>
    token === undefined ? { title: 'linkTitle', text: t('noToken') } : 'working',
  )

  useEffect(() => {
    if (token === undefined) return undefined
    let left = false
    confirmOnce(token).then(
      async ({ email, loggedOut }) => {
        await refreshUser().catch(() => undefined)
        if (!left)
          setOutcome({ title: 'doneTitle', text: t(loggedOut ? 'elsewhereText' : 'doneText', { email }), loggedOut })
      },
      async (error: unknown) => {
        if (!left) setOutcome({ title: titleOf(error), text: await failureText(error) })
      },
    )
    return () => {
      left = true
    }
  }, [token, failureText, t])

  if (outcome === 'working') {
    return (
      <AuthFrame title={t('working')}>
        <Loading label={common('loading')}>
          <span className="inline-flex text-brand-text">
            <Spinner size={32} />
          </span>
        </Loading>
      </AuthFrame>
    )
  }
  const { title, text, loggedOut } = outcome
  const isConfirmed = title === 'doneTitle' || title === 'alreadyTitle'
  return (
    <AuthFrame title={t(title)} lead={text} progress={isConfirmed && <DonePicture />}>
      {loggedOut ? (
        <>
          <Link to={paths.signIn.path} className={buttonClass({ size: 'large', full: true })}>
            {t('logIn')}
          </Link>
          <p>{t('notYours')}</p>
          <Link to={paths.resetPassword.path} className={buttonClass({ variant: 'secondary', full: true })}>
            {t('reset')}
          </Link>
        </>
      ) : (
        <Link to={paths.root.path} className={buttonClass({ size: 'large', full: true })}>
          {t('continue')}
        </Link>
      )}
    </AuthFrame>
  )
}
