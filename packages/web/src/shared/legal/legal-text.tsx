import { Button } from '@puente/ui/button'
import { Loading, Skeleton } from '@puente/ui/skeleton'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Result } from '@puente/contract'
import { call } from '#lib/api/api.ts'
import { useFormats } from '#lib/i18n/format.ts'
import { useShowError } from '#lib/forms/use-show-error.ts'

export type Legal = Result<'legal'>

/** The version and the date it takes effect. */
export const LegalVersion = ({ legal: { version, effectiveFrom } }: { legal: Legal }) => {
  const t = useTranslations('legal')
  const formats = useFormats()
  return t('version', { version, date: formats.day(effectiveFrom) })
}

type Props = {
  /** Null while it is loading. */
  legal: Legal | null
  /** Starts with the changes since the previous version. */
  withChanges?: boolean
}

/** The body of a legal text, in a scroll container of limited height. */
export const LegalText = ({ legal, withChanges = false }: Props) => {
  const t = useTranslations()
  if (!legal)
    return (
      <Loading label={t('common.loading')}>
        <Skeleton shape="block" />
      </Loading>
    )
  return (
    <section
      // It is a scroll container, so the keyboard must be able to reach it.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      aria-label={legal.title}
      className={`grid gap-4 overflow-y-auto pe-1 ${withChanges ? 'max-h-[38dvh]' : 'max-h-[55dvh]'}`}
    >
      <LegalSections legal={legal} withChanges={withChanges} />
    </section>
  )
}

type SectionsProps = { legal: Legal; withChanges?: boolean; headingLevel?: 2 | 3 }

/** What the text says, section by section; on request in English beside the language of the screens. */
export const LegalSections = ({ legal, withChanges = false, headingLevel = 3 }: SectionsProps) => {
  const t = useTranslations('legal')
  const fail = useShowError()
  const [english, setEnglish] = useState<Legal | null>(null)
  const [isLoading, setIsLoading] = useState(false)
  // Of another text or version there is nothing to compare.
  const beside = english?.slug === legal.slug && english.version === legal.version ? english : null
  const compare = async () => {
    setIsLoading(true)
    try {
      setEnglish(await call('legal', { slug: legal.slug, lang: 'en' }))
    } catch (error) {
      await fail(error)
    } finally {
      setIsLoading(false)
    }
  }
  const Heading = headingLevel === 2 ? 'h2' : 'h3'
  return (
    <>
      {legal.lang !== 'en' && (
        <div className="grid justify-items-start gap-1 text-sm">
          <Button
            variant="secondary"
            size="small"
            pending={isLoading}
            pendingLabel={t('english.show')}
            onClick={() => (beside === null ? void compare() : setEnglish(null))}
          >
            {t(beside === null ? 'english.show' : 'english.hide')}
          </Button>
          <p className="text-text-muted">{t('english.text')}</p>
        </div>
      )}
      {withChanges && legal.changes.length > 0 && (
        <section className="grid gap-1">
          <Heading className="font-semibold">{t('changes')}</Heading>
          <Compared own={legal} beside={beside}>
            {({ changes }) => (
              <ul className="list-disc ps-5">
                {changes.map((change) => (
                  <li key={change}>{change}</li>
                ))}
              </ul>
            )}
          </Compared>
        </section>
      )}
      {legal.sections.map((own, at) => (
        <Compared key={own.heading} own={legal} beside={beside}>
          {({ sections }) => (
            <section className="grid content-start gap-1">
              <Heading className="font-semibold">{sections[at]?.heading}</Heading>
              <p className="whitespace-pre-line text-text-muted">{sections[at]?.text}</p>
            </section>
          )}
        </Compared>
      ))}
    </>
  )
}

type ComparedProps = { own: Legal; beside: Legal | null; children: (legal: Legal) => ReactNode }

/** One part of the text, alone or in both languages side by side; one above the other where it is narrow. */
const Compared = ({ own, beside, children }: ComparedProps) =>
  beside === null ? (
    children(own)
  ) : (
    <div className="grid gap-x-6 gap-y-3 border-t border-border pt-3 sm:grid-cols-2">
      {[own, beside].map((legal) => (
        <div key={legal.lang} lang={legal.lang}>
          {children(legal)}
        </div>
      ))}
    </div>
  )
