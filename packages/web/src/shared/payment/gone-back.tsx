/** What the providers of payments have taken back of an invoice or a request, or may: in a badge, in a line, and what it means for each side. */
import type { MoneyRequest } from '@puente/contract'
import { Badge, Banner } from '@puente/ui/badge'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useFormats } from '#lib/i18n/format.ts'

type GoneBack = Pick<MoneyRequest, 'contested' | 'reversed'>

/** In place of the badge of what is paid; null while nothing of `cents` is in question. */
export const goneBackBadge = ({ contested, reversed }: GoneBack, cents: number): ReactNode => {
  if (contested > 0) return <StandsBadge as="contested" />
  return reversed > 0 ? <StandsBadge as={reversed < cents ? 'reversedPartly' : 'reversed'} /> : null
}

const StandsBadge = ({ as }: { as: 'contested' | 'reversed' | 'reversedPartly' }) => (
  <Badge tone="negative">{useTranslations('goneBack.badge')(as)}</Badge>
)

/** The amounts that the badge does not say, because they are a part of `cents`. */
export const useGoneBackNotes = (): ((row: GoneBack, cents: number) => string[]) => {
  const t = useTranslations('goneBack')
  const { money } = useFormats()
  const isPart = (part: number, cents: number) => part > 0 && part < cents
  return ({ contested, reversed }, cents) => [
    ...(isPart(contested, cents) ? [t('contestedPart', { amount: money(contested) })] : []),
    ...(isPart(reversed, cents) ? [t('reversedPart', { amount: money(reversed) })] : []),
  ]
}

type Props = GoneBack & {
  /** What of `reversed` came out of the balance of the side that was paid. */
  lost: number
  was: 'sent' | 'received'
  /** Of several payments together. */
  many?: boolean
  /** Whether it could be refunded, if it were not in question. */
  refundable?: boolean
}

/** What it means for the viewer, and who bears it. */
export const GoneBackBanners = ({ contested, reversed, lost, was, many = false, refundable = false }: Props) => {
  const t = useTranslations('goneBack')
  const { money } = useFormats()
  const owed = reversed - lost
  const amounts = { lost: money(lost), owed: money(owed) }
  const isTold = refundable && was === 'sent'
  const borne = (): string => {
    if (was === 'received') return owed === 0 ? t('reversed.received') : t('reversed.receivedOwed', amounts)
    if (owed === 0) return t('reversed.all')
    return lost === 0 ? t('reversed.none') : t('reversed.part', amounts)
  }
  const title = (cents: number) => ({ amount: money(cents), many: many ? 'yes' : 'no' })
  return (
    <>
      {contested > 0 && (
        <Banner tone="waiting" title={t('contested.title', title(contested))}>
          {t(`contested.${was}`)} {isTold && t('contested.noRefund')}
        </Banner>
      )}
      {reversed > 0 && (
        <Banner tone="negative" title={t('reversed.title', title(reversed))}>
          {borne()} {isTold && t('reversed.noRefund')}
        </Banner>
      )}
    </>
  )
}
