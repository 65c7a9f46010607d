/**
 * "This wasn't me", from the mail about a change. Opening it only looks whether the link is good: mail programs open links by themselves.
 */
import { brand } from '@puente/contract'
import { Button, buttonClass } from '@puente/ui/button'
import { Loading, SkeletonRows } from '@puente/ui/skeleton'
import { Link } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiRefusal } from '#lib/api/api-errors.ts'
import { call } from '#lib/api/api.ts'
import { useShowError } from '#lib/forms/use-show-error.ts'
import { useHeadingAfter } from '#lib/layout/focus-heading.ts'
import { paths } from '#lib/layout/paths.ts'
import { AuthFrame } from '../parts/auth-frame.tsx'

const Help = () => {
  const t = useTranslations('credentials.notMe')
  return <p className="text-text-muted">{t('help', { email: brand.supportEmail })}</p>
}

const OVER = new Set(['emailTokenExpired', 'invalidCode'])

export const NotMeScreen = ({ token }: { token: string | undefined }) => {
  const t = useTranslations('credentials.notMe')
  const common = useTranslations('common')
  const fail = useShowError()
  const [looked, setLooked] = useState(false)
  const [pending, setPending] = useState(false)
  const [done, setDone] = useState<'done' | 'doneReview' | 'doneEmailBack' | 'used' | null>(null)
  const [refusal, setRefusal] = useState<string | null>(token === undefined ? t('noToken') : null)
  useHeadingAfter(done ?? refusal)

  /** Shows that the link is over, where that is why a call failed; answers whether it is. */
  const showOver = (error: unknown): boolean => {
    if (!(error instanceof ApiRefusal)) return false
    if (error.code === 'usedCode') setDone('used')
    else if (OVER.has(error.code)) setRefusal(t('over'))
    return error.code === 'usedCode' || OVER.has(error.code)
  }
  const onNotGood = useEffectEvent(showOver)
  useEffect(() => {
    const leaving = new AbortController()
    const look = async (given: string) => {
      try {
        await call('checkNotMe', { token: given }, { signal: leaving.signal })
      } catch (error) {
        // What else fails, freezing tells.
        if (!leaving.signal.aborted) onNotGood(error)
      }
      if (!leaving.signal.aborted) setLooked(true)
    }
    if (token !== undefined) void look(token)
    return () => leaving.abort()
  }, [token])

  const freeze = async (given: string) => {
    setPending(true)
    try {
      const { emailPutBack, review } = await call('notMe', { token: given })
      setDone(emailPutBack ? 'doneEmailBack' : review ? 'doneReview' : 'done')
    } catch (error) {
      if (!showOver(error)) await fail(error)
    } finally {
      setPending(false)
    }
  }

  if (done !== null || refusal !== null || token === undefined) {
    return (
      <AuthFrame
        title={t(done === 'used' ? 'usedTitle' : done ? 'doneTitle' : 'failedTitle')}
        lead={done ? t(done, { email: brand.supportEmail }) : refusal}
      >
        {done === null || done === 'done' ? (
          <>
            <Link to={paths.resetPassword.path} className={buttonClass({ size: 'large', full: true })}>
              {t('reset')}
            </Link>
            <Help />
          </>
        ) : (
          <a href={`mailto:${brand.supportEmail}`} className={buttonClass({ size: 'large', full: true })}>
            {t('write')}
          </a>
        )}
      </AuthFrame>
    )
  }
  if (!looked)
    return (
      <AuthFrame title={t('title')}>
        <Loading label={common('loading')}>
          <SkeletonRows count={2} />
        </Loading>
      </AuthFrame>
    )
  return (
    <AuthFrame title={t('title')} lead={t('text')}>
      <ul className="grid list-disc gap-2 ps-5">
        <li>{t('logOut')}</li>
        <li>{t('freeze')}</li>
        <li>{t('stop')}</li>
      </ul>
      <Button
        variant="danger"
        size="large"
        full
        pending={pending}
        pendingLabel={common('working')}
        onClick={() => void freeze(token)}
      >
        {t('submit')}
      </Button>
      <Help />
    </AuthFrame>
  )
}
