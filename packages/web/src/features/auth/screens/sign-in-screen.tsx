/**
 * The first screen. It is also prerendered as plain HTML, so it uses native form parts only and carries neither the
 * form library, the query cache nor the router. `method="dialog"` keeps the plain form from sending anything anywhere before the
 * script has taken it over.
 */
import { Button } from '@puente/ui/button'
import { PasswordField } from '@puente/ui/password-field'
import { TextField } from '@puente/ui/text-field'
import { brand, type Request, type StepUpDetails } from '@puente/contract'
import { Suspense, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiRefusal } from '#lib/api/api-errors.ts'
import { call } from '#lib/api/api.ts'
import { useOneAtATime } from '#lib/forms/one-at-a-time.ts'
import { looksLikeEmail } from '#lib/forms/email.ts'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { dropFirstScreen, inheritTyped, textField } from '#lib/browser/first-screen.ts'
import { useHeadingAfter } from '#lib/layout/focus-heading.ts'
import { ScreenLink, useNavigation } from '#lib/layout/navigation.tsx'
import { paths } from '#lib/layout/paths.ts'
import { safeRedirect } from '#lib/layout/safe-redirect.ts'
import { openSession } from '#lib/session/session.ts'
import { useErrorText } from '#lib/forms/use-show-error.ts'
import { keepPendingSignIn, keptPendingSignIn } from '../api/pending-sign-in.ts'
import { clearSocialReturn, readSocialReturn } from '../api/social-return.ts'
import { AuthFrame } from '../parts/auth-frame.tsx'

const SecondFactor = lazyPart(() => import('../parts/second-factor.tsx').then((part) => part.SecondFactor))
const SocialReturned = lazyPart(() => import('../parts/social-returned.tsx').then((part) => part.SocialReturned))
const loadSocialWays = () => import('../parts/social-ways.tsx')
/** All of WebAuthn; fetched when it may be wanted. */
const loadPasskeys = () => import('../parts/passkey-sign-in.ts')

/** What a refusal of the session asks for beside the password; null for any other failure. */
const challengeOf = (error: unknown): StepUpDetails | null =>
  error instanceof ApiRefusal && error.code === 'stepUpRequired' && Array.isArray(error.details['factors'])
    ? (error.details as StepUpDetails)
    : null

/** Signs that the person is about to log in. */
const TOUCHES = ['focusin', 'pointerdown'] as const

type Fields = 'email' | 'password'
type Errors = Partial<Record<Fields, string>>

const typedIn = (form: HTMLFormElement): Record<Fields, string> => {
  const data = new FormData(form)
  return { email: textField(data, 'email').trim(), password: textField(data, 'password') }
}

const redirectIn = (search: string): string | null => new URLSearchParams(search).get('redirect')

export const SignInScreen = () => {
  const t = useTranslations('auth')
  const texts = useTranslations()
  const { go } = useNavigation()
  const failureText = useErrorText()
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<Errors>({})
  /** By which button the person is logging in. */
  const [pending, setPending] = useState<'password' | 'passkey' | null>(null)
  const once = useOneAtATime()
  // Who comes back from another service goes on with that.
  const [kept] = useState(() => (readSocialReturn() === null ? keptPendingSignIn() : null))
  const [challenge, setChallenge] = useState(kept?.challenge ?? null)
  useHeadingAfter(challenge)
  const [noPasskey, setNoPasskey] = useState(false)
  const [touched, setTouched] = useState(false)
  const [returned, setReturned] = useState(readSocialReturn)
  const [SocialWays, setSocialWays] = useState<Awaited<ReturnType<typeof loadSocialWays>>['SocialWays'] | null>(null)
  /** Where to go once the session is open, where that is not for the address to say. */
  const settle = useRef<(() => Promise<string | null>) | null>(kept && (async () => safeRedirect(kept.returnTo)))

  useLayoutEffect(() => {
    if (!returned) return
    clearSocialReturn()
    keepPendingSignIn(null)
  }, [returned])

  // Without them there are still the other ways in.
  useEffect(() => {
    loadSocialWays().then(
      (part) => setSocialWays(() => part.SocialWays),
      () => undefined,
    )
  }, [])

  useLayoutEffect(() => {
    const element = form.current
    if (element) inheritTyped(element)
    dropFirstScreen()
    const touch = () => setTouched(true)
    for (const event of TOUCHES) element?.addEventListener(event, touch)
    return () => {
      for (const event of TOUCHES) element?.removeEventListener(event, touch)
    }
  }, [])

  const refuse = (field: Fields, text: string) => {
    setErrors({ [field]: text })
    const input = form.current?.elements.namedItem(field)
    if (input instanceof HTMLElement) input.focus()
  }

  const enter = async (given: string | Request<'openSession'>) => {
    await openSession(given)
    keepPendingSignIn(null)
    const settled = await settle.current?.()
    go(settled ?? safeRedirect(redirectIn(location.search)) ?? paths.home.path, { replace: true })
  }

  const failed = async (error: unknown) => {
    const asked = challengeOf(error)
    if (asked) {
      keepPendingSignIn({ challenge: asked, returnTo: null })
      setChallenge(asked)
    } else refuse('password', await failureText(error))
    setPending(null)
  }

  // Passkeys are among what the browser offers for the email field, once the person is about to fill it in.
  const offer = useEffectEvent(async (isOver: () => boolean): Promise<(() => void) | undefined> => {
    const isAvailable = await globalThis.PublicKeyCredential?.isConditionalMediationAvailable?.()
    if (!isAvailable || isOver()) return undefined
    const { offerPasskeySignIn } = await loadPasskeys()
    return isOver() ? undefined : offerPasskeySignIn({ onToken: enter, onFailure: (error) => void failed(error) })
  })
  const isOffering = touched && challenge === null && pending === null
  useEffect(() => {
    if (!isOffering) return undefined
    let isOver = false
    const offered = offer(() => isOver).catch(() => undefined)
    return () => {
      isOver = true
      void offered.then((stop) => stop?.())
    }
  }, [isOffering])

  const signInWithPasskey = async () => {
    if (pending) return
    setErrors({})
    setNoPasskey(false)
    setPending('passkey')
    try {
      const { signInByPasskey } = await loadPasskeys()
      const token = await signInByPasskey()
      if (token !== null) return await enter(token)
      setNoPasskey(true)
      setPending(null)
    } catch (error) {
      await failed(error)
    }
  }

  const submit = async (element: HTMLFormElement) => {
    if (pending) return
    const { email, password } = typedIn(element)
    const required = texts('common.requiredFields')
    if (email === '') return refuse('email', required)
    if (!looksLikeEmail(email)) return refuse('email', texts('errors.codes.invalidEmail'))
    if (password === '') return refuse('password', required)
    setErrors({})
    setNoPasskey(false)
    setPending('password')
    try {
      const { token } = await call('signIn', { email, password })
      await enter(token)
    } catch (error) {
      await failed(error)
    }
  }

  // Something is still to be done with what came back.
  const isReturning = returned?.outcome === 'token' || returned?.outcome === 'link'

  if (challenge)
    return (
      <AuthFrame title={texts('factors.signIn.title')} lead={texts('factors.signIn.text')}>
        <Suspense>
          <SecondFactor
            challenge={challenge}
            onProof={enter}
            onBack={(isOver) => {
              keepPendingSignIn(null)
              settle.current = null
              setChallenge(null)
              if (isOver) setErrors({ password: texts('factors.signIn.expired') })
            }}
          />
        </Suspense>
      </AuthFrame>
    )

  return (
    <AuthFrame title={t('signIn.title')}>
      {returned && (
        <Suspense>
          <SocialReturned
            returned={returned}
            onToken={async (given, after) => {
              settle.current = after
              try {
                await enter(given)
              } catch (error) {
                const asked = challengeOf(error)
                if (!asked) throw error
                keepPendingSignIn({ challenge: asked, returnTo: returned.more['returnTo'] ?? null })
                setChallenge(asked)
              }
            }}
            onClose={() => setReturned(null)}
          />
        </Suspense>
      )}
      <form
        hidden={isReturning}
        ref={form}
        method="dialog"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          const { currentTarget } = event
          once(() => submit(currentTarget))
        }}
        className="grid gap-4"
      >
        <TextField
          name="email"
          type="email"
          label={t('email')}
          autoComplete="username webauthn"
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
        <Button
          type="submit"
          size="large"
          full
          pending={pending === 'password'}
          disabled={pending === 'passkey'}
          pendingLabel={texts('common.working')}
        >
          {t('signIn.submit')}
        </Button>
        <Button
          variant="secondary"
          size="large"
          full
          pending={pending === 'passkey'}
          disabled={pending === 'password'}
          pendingLabel={texts('common.working')}
          onClick={() => once(signInWithPasskey)}
        >
          {t('signIn.passkey')}
        </Button>
        {noPasskey && <p role="alert">{texts('factors.passkeys.noAnswer')}</p>}
      </form>
      {/* The room is kept, so that nothing moves when the buttons come. */}
      <div hidden={isReturning} className="min-h-56 desktop:min-h-50">
        {SocialWays && <SocialWays returnTo={safeRedirect(redirectIn(location.search))} />}
      </div>
      <p className="flex flex-wrap items-center justify-center gap-x-2 text-text-muted">
        {t('signIn.noAccount', { appName: brand.appName })}
        <ScreenLink
          to={paths.signUp.path}
          className="inline-flex min-h-11 items-center rounded-sm font-semibold text-brand-text hover:underline"
        >
          {t('signIn.signUp')}
        </ScreenLink>
      </p>
    </AuthFrame>
  )
}
