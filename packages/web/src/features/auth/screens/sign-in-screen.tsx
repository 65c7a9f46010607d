/**
 * The first screen. It is also prerendered as plain HTML, so it uses native form parts only and carries neither the
 * form library, the query cache nor the router. `method="dialog"` keeps the plain form from sending anything anywhere before the
 * script has taken it over.
 */
import { Button } from '@puente/ui/button'
import { PasswordField } from '@puente/ui/password-field'
import { TextField } from '@puente/ui/text-field'
import { brand } from '@puente/contract'
import { useLayoutEffect, useRef, useState, type SubmitEvent } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '#lib/api/api.ts'
import { looksLikeEmail } from '#lib/forms/email.ts'
import { dropFirstScreen, inheritTyped, textField } from '#lib/browser/first-screen.ts'
import { ScreenLink, useNavigation } from '#lib/layout/navigation.tsx'
import { paths } from '#lib/layout/paths.ts'
import { safeRedirect } from '#lib/layout/safe-redirect.ts'
import { openSession } from '#lib/session/session.ts'
import { useErrorText } from '#lib/forms/use-show-error.ts'
import { AuthFrame } from '../parts/auth-frame.tsx'
import { LanguageOffer } from '../parts/language-offer.tsx'

type Fields = 'email' | 'password'
type Errors = Partial<Record<Fields, string>>

const typedIn = (form: HTMLFormElement): Record<Fields, string> => {
  const data = new FormData(form)
  return { email: textField(data, 'email').trim(), password: textField(data, 'password') }
}

export const SignInScreen = () => {
  const t = useTranslations('auth')
  const texts = useTranslations()
  const { go } = useNavigation()
  const failureText = useErrorText()
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<Errors>({})
  const [pending, setPending] = useState(false)

  useLayoutEffect(() => {
    if (form.current) inheritTyped(form.current)
    dropFirstScreen()
  }, [])

  const refuse = (field: Fields, text: string) => {
    setErrors({ [field]: text })
    const input = form.current?.elements.namedItem(field)
    if (input instanceof HTMLElement) input.focus()
  }

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (pending) return
    const { email, password } = typedIn(event.currentTarget)
    const required = texts('common.requiredFields')
    if (email === '') return refuse('email', required)
    if (!looksLikeEmail(email)) return refuse('email', texts('errors.codes.invalidEmail'))
    if (password === '') return refuse('password', required)
    setErrors({})
    setPending(true)
    try {
      const { token } = await call('signIn', { email, password })
      await openSession(token)
      go(safeRedirect(new URLSearchParams(location.search).get('redirect')) ?? paths.home.path, { replace: true })
    } catch (error) {
      refuse('password', await failureText(error))
      setPending(false)
    }
  }

  return (
    <AuthFrame title={t('signIn.title')}>
      <form ref={form} method="dialog" noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        <TextField
          name="email"
          type="email"
          label={t('email')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          inputMode="email"
          required
          error={errors.email}
        />
        <PasswordField
          name="password"
          label={t('password')}
          autoComplete="current-password"
          required
          showLabel={t('show')}
          hideLabel={t('hide')}
          error={errors.password}
        />
        <ScreenLink
          to={paths.resetPassword.path}
          // The address typed here greets the person on the reset form; it travels in history, not in the address bar.
          state={() => ({ email: form.current ? typedIn(form.current).email : '' })}
          className="-my-1 inline-flex min-h-11 items-center justify-self-end rounded-sm text-sm font-semibold text-brand-text hover:underline"
        >
          {t('signIn.forgot')}
        </ScreenLink>
        <Button type="submit" size="large" full pending={pending} pendingLabel={texts('common.working')}>
          {t('signIn.submit')}
        </Button>
      </form>
      <p className="flex flex-wrap items-center justify-center gap-x-2 text-text-muted">
        {t('signIn.noAccount', { appName: brand.appName })}
        <ScreenLink
          to={paths.signUp.path}
          className="inline-flex min-h-11 items-center rounded-sm font-semibold text-brand-text hover:underline"
        >
          {t('signIn.signUp')}
        </ScreenLink>
      </p>
      <LanguageOffer />
    </AuthFrame>
  )
}
