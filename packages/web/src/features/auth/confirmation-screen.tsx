/** Where the link of the confirmation mail leads: public, because the mail may be opened on another device. */
import { buttonClass } from '@puente/ui/button'
import { DonePicture } from '@puente/ui/illustrations'
import { Loading } from '@puente/ui/skeleton'
import { Spinner } from '@puente/ui/spinner'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '#lib/api.ts'
import { paths } from '#lib/paths.ts'
import { session } from '#lib/session.ts'
import { useFailureText } from '#lib/use-failure.ts'
import { AuthFrame } from './auth-frame.tsx'

type Outcome = { kind: 'working' } | { kind: 'done'; email: string } | { kind: 'failed'; text: string }

/** A token works once, so a second look at the same link (strict mode, back and forth) shares the first answer. */
const confirmations = new Map<string, Promise<string>>()

const confirmOnce = (emailToken: string): Promise<string> => {
  const running = confirmations.get(emailToken) ?? call('confirmEmail', { emailToken }).then((answer) => answer.email)
  confirmations.set(emailToken, running)
  return running
}

/** Tells the screens of a signed-in user, should this browser have one. */
const refreshUser = async () => {
  if (session.get().status === 'in') await (await import('#lib/me.ts')).reloadMe()
}

export const ConfirmationScreen = ({ token }: { token: string | undefined }) => {
  const t = useTranslations('auth.confirmation')
  const common = useTranslations('common')
  const failureText = useFailureText()
  const [outcome, setOutcome] = useState<Outcome>(() =>
    token === undefined ? { kind: 'failed', text: t('noToken') } : { kind: 'working' },
  )

  useEffect(() => {
    if (token === undefined) return undefined
    let left = false
    confirmOnce(token).then(
      async (email) => {
        await refreshUser().catch(() => undefined)
        if (!left) setOutcome({ kind: 'done', email })
      },
      async (error: unknown) => {
        if (!left) setOutcome({ kind: 'failed', text: await failureText(error) })
      },
    )
    return () => {
      left = true
    }
  }, [token, failureText])

  if (outcome.kind === 'working') {
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
  const done = outcome.kind === 'done'
  return (
    <AuthFrame
      title={t(done ? 'doneTitle' : 'failedTitle')}
      lead={done ? t('doneText', { email: outcome.email }) : outcome.text}
      progress={done && <DonePicture />}
    >
      <Link to={paths.root.path} className={buttonClass({ size: 'large', full: true })}>
        {t('continue')}
      </Link>
    </AuthFrame>
  )
}
