import { Loading, Skeleton } from '@puente/ui/skeleton'
import { useTranslations } from 'use-intl'
import type { Result } from '@puente/contract'
import { useFormats } from '#lib/i18n/format.ts'

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

/** What the text says, section by section. */
export const LegalSections = ({ legal, withChanges = false, headingLevel = 3 }: SectionsProps) => {
  const t = useTranslations('legal')
  const Heading = headingLevel === 2 ? 'h2' : 'h3'
  return (
    <>
      {withChanges && legal.changes.length > 0 && (
        <section className="grid gap-1">
          <Heading className="font-semibold">{t('changes')}</Heading>
          <ul className="list-disc ps-5">
            {legal.changes.map((change) => (
              <li key={change}>{change}</li>
            ))}
          </ul>
        </section>
      )}
      {legal.sections.map(({ heading, text }) => (
        <section key={heading} className="grid gap-1">
          <Heading className="font-semibold">{heading}</Heading>
          <p className="whitespace-pre-line text-text-muted">{text}</p>
        </section>
      ))}
    </>
  )
}
