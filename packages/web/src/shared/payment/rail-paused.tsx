import type { Rail, Result } from '@puente/contract'
import { Banner } from '@puente/ui/badge'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { configQuery } from '#lib/api/config.ts'
import { useFormats } from '#lib/i18n/format.ts'

export type RailStanding = Result<'config'>['rails'][number]

/** Where a way of moving money stands; undefined while that is read. It is read again when an operator changes it. */
export const useRail = (rail: Rail): RailStanding | undefined =>
  useQuery(configQuery).data?.rails.find((standing) => standing.rail === rail)

type Props = {
  standing: RailStanding
  /** The other ways that are open. */
  action?: ReactNode
  /** What became of a choice of this way. */
  children?: ReactNode
}

/** A way of moving money is paused: in the operator's words, until when, and what works meanwhile. */
export const RailPaused = ({ standing: { rail, text, until }, action, children }: Props) => {
  const t = useTranslations('money.paused')
  const formats = useFormats()
  return (
    <output>
      <Banner tone="waiting" title={t(`title.${rail}`)} action={action}>
        {text ?? t('text')} {until !== null && t('until', { at: formats.dateTime(until) })} {children}
      </Banner>
    </output>
  )
}
