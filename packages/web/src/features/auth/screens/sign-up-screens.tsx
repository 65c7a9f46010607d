/** The screens of signing up: thin compositions of frame, progress and step. */
import { Button } from '@puente/ui/button'
import { Link, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '#lib/api/api.ts'
import { loadMe, useMe } from '#lib/session/me.ts'
import { useHeadingAfter } from '#lib/layout/focus-heading.ts'
import { paths } from '#lib/layout/paths.ts'
import { useShowError } from '#lib/forms/use-show-error.ts'
import { AddressForm } from '../parts/address-form.tsx'
import { AskForCode } from '../parts/ask-for-code.tsx'
import { AuthFrame } from '../parts/auth-frame.tsx'
import { EmailCodeForm } from '../parts/email-code-form.tsx'
import { requestEmailCode } from '../api/email-code.ts'
import { PhoneCodeForm } from '../parts/phone-code-form.tsx'
import { requestPhoneCode } from '../api/phone-code.ts'
import { PhoneForm } from '../parts/phone-form.tsx'
import { phoneText } from '#lib/i18n/phone-text.ts'
import { inOneLine } from '../parts/phone-number.tsx'
import { sentTo, type SentCode } from '../api/sent-code.ts'
import { finishSignUp, keepReferrer, keptReferrer, nextSignUpScreen } from '../api/sign-up-flow.ts'
import { SignUpForm } from '../parts/sign-up-form.tsx'
import { SignUpProgress } from '../parts/sign-up-progress.tsx'

export const SignUpDetailsScreen = ({ referredBy }: { referredBy: string | undefined }) => {
  const t = useTranslations('auth.signUp')
  const router = useRouter()
  const fail = useShowError()
  const [business, setBusiness] = useState(false)
  // Before anything can be sent; again should the address change.
  useEffect(() => keepReferrer(referredBy), [referredBy])

  const opened = async () => {
    // The account stands whether or not the mail leaves; the next screen can ask for it again.
    const mail = await requestEmailCode().then(
      () => null,
      (error: unknown) => ({ error }),
    )
    await router.navigate({ to: paths.signUpEmail.path, replace: true })
    if (mail) await fail(mail.error)
  }
  return (
    <AuthFrame title={t('title')} progress={<SignUpProgress step="details" business={business} />}>
      <Inviter code={referredBy ?? keptReferrer()} />
      <SignUpForm onKind={setBusiness} onOpened={opened} />
      <p className="flex flex-wrap items-center justify-center gap-x-2 text-text-muted">
        {t('haveAccount')}
        <Link
          to={paths.signIn.path}
          className="inline-flex min-h-11 items-center rounded-sm font-semibold text-brand-text hover:underline"
        >
          {t('signIn')}
        </Link>
      </p>
    </AuthFrame>
  )
}

/** Who sent the link; nothing while it is not known, or of no one. */
const Inviter = ({ code }: { code: string | null }) => {
  const t = useTranslations('auth.signUp')
  const [name, setName] = useState<string | null>(null)
  useEffect(() => {
    const leaving = new AbortController()
    const ask = async (referral: string) => {
      const inviter = await call('inviter', { code: referral }, { signal: leaving.signal })
      setName(inviter.name)
    }
    if (code !== null) void ask(code).catch(() => undefined)
    return () => leaving.abort()
  }, [code])
  if (name === null) return null
  return <p className="rounded-md bg-brand-soft p-4 font-semibold">{t('invited', { name })}</p>
}

/** To the next open step, or home at the end. */
const useNext = () => {
  const router = useRouter()
  return async () => {
    const next = nextSignUpScreen(await loadMe())
    if (next === paths.home.path) finishSignUp()
    router.history.push(next)
  }
}

const Later = ({ to }: { to: typeof paths.signUpPhone.path | typeof paths.home.path }) => {
  const t = useTranslations('auth.emailStep')
  const router = useRouter()
  const skip = () => {
    if (to === paths.home.path) finishSignUp()
    router.history.push(to)
  }
  return (
    <Button variant="ghost" onClick={skip}>
      {t('later')}
    </Button>
  )
}

/** A contact that is verified already, by the link on another device or before going back: only the way on. */
const Verified = ({ title, step }: { title: string; step: 'details' | 'code' }) => {
  const t = useTranslations('common')
  const me = useMe()
  const next = useNext()
  return (
    <AuthFrame title={title} progress={<SignUpProgress step={step} business={me.business} />}>
      <Button size="large" full onClick={() => void next()}>
        {t('continue')}
      </Button>
    </AuthFrame>
  )
}

export const SignUpEmailScreen = () => {
  const t = useTranslations('auth')
  const me = useMe()
  const next = useNext()
  const [sent, setSent] = useState(() => sentTo('email'))
  const later = <Later to={paths.signUpPhone.path} />

  if (me.emailVerified) return <Verified title={t('emailStep.verified')} step="details" />
  return sent === null ? (
    <AuthFrame
      title={t('emailStep.askTitle')}
      lead={t('emailStep.ask', { email: me.email })}
      progress={<SignUpProgress step="details" business={me.business} />}
    >
      <AskForCode label={t('verifyUser.sendCode')} ask={requestEmailCode} onSent={setSent}>
        {later}
      </AskForCode>
    </AuthFrame>
  ) : (
    <AuthFrame
      title={t('emailStep.title')}
      lead={t('emailStep.text', { email: me.email })}
      progress={<SignUpProgress step="details" business={me.business} />}
    >
      <EmailCodeForm sent={sent} onVerified={next}>
        {later}
      </EmailCodeForm>
    </AuthFrame>
  )
}

/** Phone and code share one address, so that a reload while a code is on its way still leads to the code. */
export const SignUpPhoneScreen = () => {
  const t = useTranslations('auth')
  const me = useMe()
  const next = useNext()
  const [sent, setSent] = useState<SentCode | null>(() => sentTo('phone'))
  const [changing, setChanging] = useState(false)
  const later = <Later to={paths.home.path} />
  const change = () => setChanging(true)
  useHeadingAfter(changing)

  if (me.phoneVerified) return <Verified title={t('codeStep.verified')} step="code" />
  if (me.phone === null || changing) {
    return (
      <AuthFrame
        title={t('phoneStep.title')}
        lead={t('phoneStep.text')}
        progress={<SignUpProgress step="phone" business={me.business} />}
      >
        <PhoneForm
          phone={me.phone}
          onSent={(code) => {
            setSent(code)
            setChanging(false)
          }}
        >
          {later}
        </PhoneForm>
      </AuthFrame>
    )
  }
  const number = { phone: phoneText(me.phone), number: inOneLine }
  return sent === null ? (
    <AuthFrame
      title={t('codeStep.askTitle')}
      lead={t.rich('codeStep.ask', number)}
      progress={<SignUpProgress step="phone" business={me.business} />}
    >
      <AskForCode label={t('codeStep.request')} ask={requestPhoneCode} onSent={setSent}>
        <Button variant="ghost" onClick={change}>
          {t('codeStep.change')}
        </Button>
        {later}
      </AskForCode>
    </AuthFrame>
  ) : (
    <AuthFrame
      title={t('codeStep.title')}
      lead={me.textsStopped ? undefined : t.rich('codeStep.text', number)}
      progress={<SignUpProgress step="code" business={me.business} />}
    >
      <PhoneCodeForm sent={sent} onVerified={next} onChangeNumber={change}>
        {later}
      </PhoneCodeForm>
    </AuthFrame>
  )
}

export const SignUpAddressScreen = () => {
  const t = useTranslations('auth.addressStep')
  const { business, businessProfile } = useMe()
  const router = useRouter()
  const saved = () => {
    finishSignUp()
    router.history.replace(paths.home.path)
  }
  return (
    <AuthFrame
      title={t(business ? 'businessTitle' : 'title')}
      lead={t('text')}
      progress={
        <SignUpProgress
          step="address"
          business={business}
          skipped={business && businessProfile === null ? 'business' : null}
        />
      }
    >
      <AddressForm onSaved={saved}>
        <Later to={paths.home.path} />
      </AddressForm>
    </AuthFrame>
  )
}
