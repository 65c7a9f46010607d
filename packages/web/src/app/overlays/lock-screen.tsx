/** A locked session: nothing private is rendered, and only the password unlocks it. */
import { BridgeMark } from '@puente/ui/bridge-mark'
import { Button } from '@puente/ui/button'
import { NoticeRegion } from '@puente/ui/notice'
import { PasswordField } from '@puente/ui/password-field'
import { brand } from '@puente/contract'
import { useState, type SubmitEvent } from 'react'
import { useTranslations } from 'use-intl'
import { textField } from '#lib/browser/first-screen.ts'
import { paths } from '#lib/layout/paths.ts'
import { safeRedirect } from '#lib/layout/safe-redirect.ts'
import { signOut, unlock } from '#lib/session/session.ts'
import { useErrorText } from '#lib/forms/use-show-error.ts'
import { router } from '../router.ts'

/** Where the application opens when no particular screen was asked for. */
const LANDINGS: ReadonlySet<string> = new Set([paths.root.path, paths.signIn.path, paths.home.path])

export const LockScreen = () => {
  const t = useTranslations()
  const failureText = useErrorText()
  const [error, setError] = useState<string>()
  const [pending, setPending] = useState(false)

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (pending) return
    setPending(true)
    const password = textField(new FormData(event.currentTarget), 'password')
    try {
      const resume = safeRedirect(await unlock(password))
      // A tab that was opened at a particular address, such as the return from a payment page, stays there.
      if (resume !== null && LANDINGS.has(location.pathname)) router.history.replace(resume)
    } catch (failure) {
      setError(await failureText(failure))
      setPending(false)
    }
  }

  return (
    <main className="mx-auto grid min-h-dvh max-w-form content-center gap-5 p-6">
      <BridgeMark name={brand.appName} variant="wordmark" />
      <div className="grid gap-2">
        <h1 className="text-2xl font-semibold">{t('shell.lock.title')}</h1>
        <p className="text-text-muted">{t('shell.lock.text')}</p>
      </div>
      <NoticeRegion />
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        <PasswordField
          name="password"
          label={t('auth.password')}
          autoComplete="current-password"
          required
          showLabel={t('auth.show')}
          hideLabel={t('auth.hide')}
          error={error}
        />
        <Button type="submit" full pending={pending} pendingLabel={t('common.working')}>
          {t('shell.lock.unlock')}
        </Button>
      </form>
      <Button variant="ghost" onClick={() => void signOut()}>
        {t('shell.lock.logOut')}
      </Button>
    </main>
  )
}
