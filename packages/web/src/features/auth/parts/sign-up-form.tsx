/** First step: who, with which address and password. Sending it opens the account. */
import { Button } from '@puente/ui/button'
import { Checkbox } from '@puente/ui/checkbox'
import { PasswordField } from '@puente/ui/password-field'
import { Segmented } from '@puente/ui/segmented'
import { TextField } from '@puente/ui/text-field'
import { EmailIn, FullNameIn, NewPasswordIn, STORED_LANGUAGES, type LegalSlug } from '@puente/contract'
import { Suspense, useEffect, useState, type ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { call } from '#lib/api/api.ts'
import { useContractForm } from '#lib/forms/form.ts'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { openSession } from '#lib/session/session.ts'
import { SocialWays } from './social-ways.tsx'
import { EmailSuggestion } from './email-suggestion.tsx'
import { beginSignUp, keepDetails, keptDetails, keptReferrer } from '../api/sign-up-flow.ts'

const LegalDialog = lazyPart(() => import('#shared/legal/legal-dialog.tsx').then((part) => part.LegalDialog))

const Details = z.object({
  business: z.boolean(),
  fullName: FullNameIn,
  email: EmailIn,
  password: NewPasswordIn,
  terms: z.boolean().check(z.refine((accepted) => accepted, 'terms')),
})

type Props = {
  /** The account exists and its session is open. */
  onOpened: () => Promise<void>
  /** Whether it is for a business: as chosen, and as kept from before. */
  onKind: (business: boolean) => void
}

export const SignUpForm = ({ onOpened, onKind }: Props) => {
  const t = useTranslations()
  const lang = STORED_LANGUAGES[useLocale()]
  const [shownText, setShownText] = useState<LegalSlug | null>(null)
  const form = useContractForm(Details, {
    defaultValues: { ...keptDetails(), password: '', terms: false },
    fieldOf: {
      invalidEmail: 'email',
      emailAlreadyInUse: 'email',
      invalidPass: 'password',
      fullNameMissing: 'fullName',
      invalidName: 'fullName',
      invalidFullName: 'fullName',
    },
    texts: { terms: t('auth.signUp.acceptTerms') },
  })
  const { register, watch, setValue, setFocus, errorOf, formState } = form

  const business = watch('business')
  useEffect(() => onKind(business), [onKind, business])

  // Going back, or reloading, keeps what was entered.
  useEffect(() => {
    const { unsubscribe } = watch(({ email = '', fullName = '', business = false }) =>
      keepDetails({ email, fullName, business }),
    )
    return unsubscribe
  }, [watch])

  // The button of the suggestion goes with it.
  const takeMeant = (email: string) => {
    setValue('email', email)
    setFocus('email')
  }

  const send = async ({ business, fullName, email, password }: z.output<typeof Details>) => {
    const referredBy = keptReferrer()
    const { token } = await call('signUp', {
      business,
      fullName,
      email,
      password,
      lang,
      ...(referredBy !== null && { referredBy }),
    })
    await openSession(token)
    beginSignUp()
    await onOpened()
  }

  const legalLink = (slug: LegalSlug) => (text: ReactNode) => (
    <button
      type="button"
      className="rounded-sm font-semibold text-brand-text underline underline-offset-2"
      onClick={() => setShownText(slug)}
    >
      {text}
    </button>
  )

  return (
    <form noValidate onSubmit={form.onSubmit(send)} className="grid gap-4">
      <Segmented
        label={t('auth.signUp.kind')}
        options={[
          { value: 'individual', label: t('auth.signUp.individual') },
          { value: 'business', label: t('auth.signUp.business') },
        ]}
        value={business ? 'business' : 'individual'}
        onChange={(kind) => setValue('business', kind === 'business')}
      />
      <TextField
        label={t('auth.signUp.fullName')}
        autoComplete="name"
        required
        error={errorOf('fullName')}
        {...register('fullName')}
      />
      <TextField
        label={t('auth.email')}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        required
        error={errorOf('email')}
        hint={<EmailSuggestion email={watch('email')} onUse={takeMeant} />}
        {...register('email')}
      />
      <PasswordField
        label={t('auth.password')}
        autoComplete="new-password"
        required
        hint={errorOf('password') === undefined && t('auth.signUp.passwordHint')}
        showLabel={t('auth.show')}
        hideLabel={t('auth.hide')}
        error={errorOf('password')}
        {...register('password')}
      />
      <Checkbox
        label={t.rich('auth.signUp.terms', { terms: legalLink('terms'), privacy: legalLink('privacy') })}
        required
        error={errorOf('terms')}
        {...register('terms')}
      />
      <Button type="submit" size="large" full pending={formState.isSubmitting} pendingLabel={t('common.working')}>
        {t('auth.signUp.submit')}
      </Button>
      <SocialWays business={business} />
      {shownText !== null && (
        <Suspense>
          <LegalDialog slug={shownText} onClose={() => setShownText(null)} />
        </Suspense>
      )}
    </form>
  )
}
