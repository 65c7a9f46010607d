/** How a request is named and where it stands, in the words that lists and details share. */
import type { MoneyRequest } from '@puente/contract'
import { Avatar } from '@puente/ui/avatar'
import { Badge, type Tone } from '@puente/ui/badge'
import { RowIcon } from '@puente/ui/list-row'
import LinkIcon from 'lucide-react/icons/link'
import { useTranslations } from 'use-intl'
import { useFileUrl } from '#lib/api/use-file-url.ts'
import { goneBackBadge, useGoneBackNotes } from '#shared/payment/gone-back.tsx'

const tones: Readonly<Record<MoneyRequest['state'], Tone>> = {
  open: 'waiting',
  paid: 'positive',
  declined: 'negative',
  cancelled: 'neutral',
  expired: 'neutral',
}

type Named = Pick<MoneyRequest, 'fullName' | 'to' | 'was' | 'blocked'>

/** Anyone who has the link, and no one in particular. */
export const isOpenLink = ({ was, to }: Pick<MoneyRequest, 'was' | 'to'>): boolean => was === 'sent' && to === null

/** The other side by name, or what stands for a link and for somebody who cannot be named. */
export const useOtherSide = (): ((row: Named) => string) => {
  const t = useTranslations()
  return (row) => row.fullName ?? (isOpenLink(row) ? t('requests.anyone') : t('common.blockedUser'))
}

export const RequestFace = ({ row }: { row: MoneyRequest }) => {
  const name = useOtherSide()(row)
  const image = useFileUrl(row.image)
  return isOpenLink(row) ? (
    <RowIcon tone="brand">
      <LinkIcon />
    </RowIcon>
  ) : (
    <Avatar name={name} src={image} />
  )
}

/** The state; what is open waits for one of the two. */
export const RequestBadge = ({ row }: { row: MoneyRequest }) => {
  const t = useTranslations('requests')
  const { state, was, processing, uses, paidTotal } = row
  const goneBack = uses === 'single' ? goneBackBadge(row, paidTotal) : null
  if (goneBack !== null) return goneBack
  if (state !== 'open') return <Badge tone={tones[state]}>{t(`states.${state}`)}</Badge>
  if (processing) return <Badge tone="info">{t('underWay')}</Badge>
  if (uses === 'multi') return <Badge tone="info">{t('states.collecting')}</Badge>
  return <Badge tone="waiting">{t(was === 'sent' ? 'states.open' : 'states.toPay')}</Badge>
}

/** What the badge does not say: how often a link for several payments was paid, and what went back. Null for all else. */
export const usePaidText = (): ((row: MoneyRequest) => string | null) => {
  const t = useTranslations('requests')
  const goneBackNotes = useGoneBackNotes()
  return (row) => {
    const { uses, was, paidCount, paidTotal } = row
    const isCounted = uses === 'multi' && was === 'sent'
    const notes = [
      ...(isCounted ? [t('paidTimes', { count: paidCount })] : []),
      // The badge of a link for several payments says whether it is open, so that all of it is said here.
      ...goneBackNotes(row, isCounted ? Infinity : paidTotal),
    ]
    return notes.length > 0 ? notes.join(' · ') : null
  }
}
