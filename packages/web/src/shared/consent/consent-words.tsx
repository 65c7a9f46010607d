import type { Consent, Language, PayMethod } from '@puente/contract'
import { Card } from '@puente/ui/card'
import { clsx } from 'clsx'
import { useEffect, useEffectEvent, useId } from 'react'
import { useLocale } from 'use-intl'
import { formatsOf } from '#lib/i18n/format.ts'
import { wordings } from './wordings.ts'

const VERSION = '2026-11-24'

type Facts = {
  /** The number of the invoice that is paid; absent for a request. */
  number?: string
  /** The payee. */
  name: string
  method: PayMethod
  amount: number
  /** Including the fee. */
  total: number
}

type Props = Facts & {
  /** The payee's language. */
  otherLang: Language | undefined
  /** What has come on the screen. */
  onShown: (consent: Consent) => void
}

/** What the payer agrees to, in their language and, where it differs, in the other party's beside it. */
export const ConsentWords = ({ otherLang, onShown, ...facts }: Props) => {
  const own = useLocale()
  const shown = useEffectEvent(() => onShown({ version: VERSION, langs: langsOf(own, otherLang) }))
  useEffect(() => shown(), [own, otherLang])
  const langs = langsOf(own, otherLang)
  return (
    <Card tone="quiet">
      <div className={clsx('grid gap-4', langs.length > 1 && 'sm:grid-cols-2')}>
        {langs.map((lang) => (
          <Sentences key={lang} lang={lang} {...facts} />
        ))}
      </div>
    </Card>
  )
}

const langsOf = (own: Language, other: Language | undefined): Language[] =>
  other === undefined || other === own ? [own] : [own, other]

const Sentences = ({ lang, number = '', name, method, amount, total }: Facts & { lang: Language }) => {
  const titleId = useId()
  const words = wordings[VERSION][lang]
  const { money } = formatsOf(lang)
  const values: Record<string, string> = { name, number, amount: money(amount), total: money(total) }
  const filled = (text: string) => text.replaceAll(/\{(\w+)\}/g, (hole, key: string) => values[key] ?? hole)
  return (
    <section lang={lang} aria-labelledby={titleId} className="grid content-start gap-1 text-sm">
      <h2 id={titleId} className="font-semibold">
        {words.title}
      </h2>
      <p className="text-pretty wrap-anywhere">{filled(words[number === '' ? 'request' : 'invoice'])}</p>
      <p>{filled(words[method])}</p>
      <p className="text-text-muted">{words.terms}</p>
    </section>
  )
}
