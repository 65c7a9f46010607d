/** The buttons of the other services by which people come in; nothing where there are none. */
import { brand, STORED_LANGUAGES, type LegalSlug, type Result } from '@puente/contract'
import { Button } from '@puente/ui/button'
import { Suspense, useEffect, useState, type ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { call } from '#lib/api/api.ts'
import { lazyPart } from '#lib/browser/lazy-part.ts'
import { useErrorText } from '#lib/forms/use-show-error.ts'
import { ServiceMark } from '#shared/social/service-mark.tsx'
import { keptReferrer } from '../api/sign-up-flow.ts'

const LegalDialog = lazyPart(() => import('#shared/legal/legal-dialog.tsx').then((part) => part.LegalDialog))

type Props = {
  /** The kind of account, should one be opened. */
  business?: boolean
  /** Where to go on afterwards. */
  returnTo?: string | null
}
type Items = Result<'socialProviders'>['items']

export const SocialWays = ({ business = false, returnTo = null }: Props) => {
  const t = useTranslations('social')
  const lang = STORED_LANGUAGES[useLocale()]
  const textOf = useErrorText()
  const [items, setItems] = useState<Items>([])
  const [leaving, setLeaving] = useState<string | null>(null)
  const [trouble, setTrouble] = useState<string | null>(null)
  const [shownText, setShownText] = useState<LegalSlug | null>(null)

  useEffect(() => {
    const abort = new AbortController()
    call('socialProviders', undefined, { signal: abort.signal }).then(
      (answer) => setItems(answer.items),
      () => undefined,
    )
    // The browser's Back may bring the page as it was left.
    const back = () => setLeaving(null)
    window.addEventListener('pageshow', back)
    return () => {
      abort.abort()
      window.removeEventListener('pageshow', back)
    }
  }, [])

  const leave = async (provider: string) => {
    if (leaving !== null) return
    setLeaving(provider)
    setTrouble(null)
    const referredBy = keptReferrer()
    try {
      const input = {
        lang,
        business,
        ...(returnTo !== null && { returnTo }),
        ...(referredBy !== null && { referredBy }),
      }
      const { url } = await call('startSocial', input, { params: { provider } })
      location.assign(url)
    } catch (error) {
      setTrouble(await textOf(error))
      setLeaving(null)
    }
  }

  const legalLink = (slug: LegalSlug) => (text: ReactNode) => (
    <button
      type="button"
      className="rounded-sm font-semibold text-brand-text underline"
      onClick={() => setShownText(slug)}
    >
      {text}
    </button>
  )

  if (items.length === 0) return null
  return (
    <section aria-label={t('label')} className="grid gap-3">
      <p
        aria-hidden="true"
        className="flex items-center gap-3 text-sm text-text-muted before:h-px before:grow before:bg-border after:h-px after:grow after:bg-border"
      >
        {t('or')}
      </p>
      {items.map(({ id, name }) => (
        <Button
          key={id}
          variant="secondary"
          size="large"
          full
          pending={leaving === id}
          pendingLabel={t('leaving', { service: name })}
          onClick={() => void leave(id)}
        >
          <ServiceMark provider={id} />
          {t('continueWith', { service: name })}
        </Button>
      ))}
      {trouble !== null && (
        <p role="alert" className="text-negative">
          {trouble}
        </p>
      )}
      <p className="text-sm text-text-muted">
        {t.rich('consent', { appName: brand.appName, terms: legalLink('terms'), privacy: legalLink('privacy') })}
      </p>
      {shownText !== null && (
        <Suspense>
          <LegalDialog slug={shownText} onClose={() => setShownText(null)} />
        </Suspense>
      )}
    </section>
  )
}
