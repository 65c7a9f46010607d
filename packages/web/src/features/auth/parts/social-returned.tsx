/** The way back from another service: going on with its token, proving the account to link, or why nothing came of it. */
import { brand, type Request } from '@puente/contract'
import { Button } from '@puente/ui/button'
import { PasswordField } from '@puente/ui/password-field'
import { Loading } from '@puente/ui/skeleton'
import { Spinner } from '@puente/ui/spinner'
import { useEffect, useEffectEvent, useState, type SubmitEvent } from 'react'
import { useTranslations } from 'use-intl'
import { ApiRefusal } from '#lib/api/api-errors.ts'
import { call } from '#lib/api/api.ts'
import { useErrorText } from '#lib/forms/use-show-error.ts'
import { textField } from '#lib/browser/first-screen.ts'
import { ScreenLink } from '#lib/layout/navigation.tsx'
import { paths } from '#lib/layout/paths.ts'
import { settleSocial, type SocialReturn } from '../api/social-return.ts'
import { useServiceName } from './service-name.ts'

type Props = {
  returned: SocialReturn
  /** Opens the session of a token, and goes where `settle` says. Throws what the session is refused with. */
  onToken: (
    given: Pick<Request<'openSession'>, 'token' | 'socialToken'>,
    settle: () => Promise<string>,
  ) => Promise<void>
  /** Back to the other ways of logging in. */
  onClose: () => void
}

/** A token works once: a second look at the same return (strict mode) shares the first one's. */
const begun = new Set<string>()

const GoingOn = ({ returned, onToken }: Props) => {
  const t = useTranslations()
  const textOf = useErrorText()
  const [trouble, setTrouble] = useState<string | null>(null)
  const token = returned.more['token'] ?? ''
  const open = useEffectEvent(() => onToken({ socialToken: token }, () => settleSocial(returned)))
  useEffect(() => {
    if (begun.has(token)) return
    begun.add(token)
    open().catch(async (error: unknown) => setTrouble(await textOf(error)))
  }, [token, textOf])
  if (trouble !== null) return <Said text={trouble} />
  return (
    <Loading label={t('social.goingOn')}>
      <span className="inline-flex text-brand-text">
        <Spinner size={32} />
      </span>
    </Loading>
  )
}

const Said = ({ text }: { text: string }) => (
  <p role="alert" className="rounded-md bg-waiting-soft p-4 text-waiting">
    {text}
  </p>
)

/** The account has the same address: its password shows that it is the same person. */
const Linking = ({ returned, onToken, onClose }: Props) => {
  const t = useTranslations()
  const textOf = useErrorText()
  const service = useServiceName(returned.more['provider'])
  const [trouble, setTrouble] = useState<{ text: string; isOver: boolean } | null>(null)
  const [pending, setPending] = useState(false)

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (pending) return
    const password = textField(new FormData(event.currentTarget), 'password')
    if (password === '') return setTrouble({ text: t('common.requiredFields'), isOver: false })
    setPending(true)
    try {
      const opened = await call('confirmSocialLink', { link: returned.more['link'] ?? '', password })
      await onToken(opened, () => settleSocial(returned))
    } catch (error) {
      const isOver = error instanceof ApiRefusal && ['invalidToken', 'tokenExpired'].includes(error.code)
      setTrouble({ text: isOver ? t('social.outcomes.expired', { service }) : await textOf(error), isOver })
      setPending(false)
    }
  }

  if (trouble?.isOver) return <Said text={trouble.text} />
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <h2 className="text-lg font-semibold">{t('social.link.title', { service })}</h2>
      <p className="text-text-muted">{t('social.link.text', { service, appName: brand.appName })}</p>
      <PasswordField
        name="password"
        label={t('social.link.password', { appName: brand.appName })}
        autoComplete="current-password"
        required
        showLabel={t('auth.show')}
        hideLabel={t('auth.hide')}
        error={trouble?.text}
      />
      <ScreenLink
        to={paths.resetPassword.path}
        className="-my-1 inline-flex min-h-11 items-center justify-self-end rounded-sm text-sm font-semibold text-brand-text hover:underline"
      >
        {t('auth.signIn.forgot')}
      </ScreenLink>
      <Button type="submit" size="large" full pending={pending} pendingLabel={t('common.working')}>
        {t('social.link.submit')}
      </Button>
      <Button variant="ghost" full onClick={onClose}>
        {t('social.link.cancel')}
      </Button>
    </form>
  )
}

/** Outcomes that end on this screen, with a text of their own. */
const SAID = [
  'cancelled',
  'expired',
  'unavailable',
  'refused',
  'closed',
  'taken',
  'otherWay',
  'noEmail',
  'tooMany',
] as const
const isSaid = (outcome: string): outcome is (typeof SAID)[number] => (SAID as readonly string[]).includes(outcome)

export const SocialReturned = (props: Props) => {
  const t = useTranslations('social.outcomes')
  const { outcome, more } = props.returned
  const service = useServiceName(more['provider'])
  if (outcome === 'token') return <GoingOn {...props} />
  if (outcome === 'link') return <Linking {...props} />
  return <Said text={t(isSaid(outcome) ? outcome : 'refused', { service, appName: brand.appName })} />
}
