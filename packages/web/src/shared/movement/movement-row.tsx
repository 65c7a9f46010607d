import {
  isGoingBack,
  isReturn,
  isRewardTakenBack,
  type MovementType,
  standingOf,
  toneOf,
  type Transaction,
} from '@puente/contract'
import { Avatar } from '@puente/ui/avatar'
import { Badge } from '@puente/ui/badge'
import { ListRow, RowIcon } from '@puente/ui/list-row'
import { Money } from '@puente/ui/money'
import ArrowDownLeft from 'lucide-react/icons/arrow-down-left'
import ArrowDownToLine from 'lucide-react/icons/arrow-down-to-line'
import ArrowUpFromLine from 'lucide-react/icons/arrow-up-from-line'
import ArrowUpRight from 'lucide-react/icons/arrow-up-right'
import FileText from 'lucide-react/icons/file-text'
import Gift from 'lucide-react/icons/gift'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import Undo2 from 'lucide-react/icons/undo-2'
import User from 'lucide-react/icons/user'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { productNow } from '#lib/browser/product-time.ts'
import { useFormats } from '#lib/i18n/format.ts'
import { useMe } from '#lib/session/me.ts'
import { useOpenPayment } from '#shared/payment/use-open-payment.ts'
import { isDeclinedOutside } from './movement-end.ts'
import {
  useArrivalText,
  useMovementKind,
  useMovementName,
  useOriginText,
  useOutsideWay,
  useReturnText,
  useReturnedText,
  useToPayText,
} from './movement-texts.ts'
import {
  accountOf,
  amountFor,
  counterpartOf,
  isNoLongerDue,
  isDeclined,
  isOutgoing,
  isUnclaimed,
  payByOf,
} from './movement.ts'
import { paths } from '#lib/layout/paths.ts'
import { RowLink } from '#lib/layout/row-link.tsx'
import { useFileUrl } from '#lib/api/use-file-url.ts'

const icons: Record<MovementType, ReactNode> = {
  sent: <User />,
  received: <User />,
  withdraw: <ArrowUpFromLine />,
  deposit: <ArrowDownToLine />,
  invoice: <FileText />,
  reward: <Gift />,
  referral: <Gift />,
  refund: <Undo2 />,
  reversal: <Undo2 />,
  adjustment: <SlidersHorizontal />,
}

/** The counterpart's picture or initials with the direction of the money; an icon of the movement where there is none. */
export const MovementFace = ({ row, size }: { row: Transaction; size?: 'md' | 'lg' }) => {
  const image = useFileUrl(row.image)
  const counterpart = counterpartOf(row)
  const { userID } = useMe()
  if (counterpart.kind !== 'person') return <RowIcon>{icons[row.type]}</RowIcon>
  return (
    <span className="relative shrink-0">
      <Avatar name={counterpart.name} src={image} size={size ?? 'md'} />
      <span
        aria-hidden="true"
        className="absolute -end-1 -bottom-1 grid size-5 place-items-center rounded-full border border-border bg-surface-raised text-text-muted [&_svg]:size-3.5"
      >
        {isOutgoing(row, userID) ? <ArrowUpRight /> : <ArrowDownLeft />}
      </span>
    </span>
  )
}

/** Where it stands. Nothing where its name says so already: of the row in which money went back. */
export const MovementBadge = ({ row }: { row: Transaction }) => {
  const t = useTranslations('activity')
  const tReturns = useTranslations('returns.kinds')
  const isLeft = useOpenPayment(row) === 'unfinished'
  if (isNoLongerDue(row)) return <Badge tone="neutral">{t('toPay.overBadge')}</Badge>
  if (isLeft || payByOf(row) !== null) return <Badge tone="waiting">{t('toPay.badge')}</Badge>
  if (isDeclined(row)) return <Badge tone="negative">{t('declined')}</Badge>
  if (isUnclaimed(row)) return <Badge tone="waiting">{t('withdrawal.unclaimed')}</Badge>
  if (isDeclinedOutside(row)) return <Badge tone="negative">{t('wasDeclined')}</Badge>
  const standing = standingOf(row)
  const isNamed = (isReturn(row) || isRewardTakenBack(row)) && row.state === 'COMPLETED'
  if (isNamed && standing !== null && standing !== 'availableAgain') return null
  return <Badge tone={toneOf(row)}>{standing === null ? t(`states.${row.state}`) : tReturns(standing)}</Badge>
}

type Props = {
  row: Transaction
  /** Below the amount, such as the balance after it. */
  note?: ReactNode
  /** The time alone where a heading names the day. */
  when: 'date' | 'time'
  selected?: boolean
  /** Replaces the current history entry, when one detail follows another. */
  replace?: boolean
  /** The detail is shown beside the list where there is room, so the list keeps its scroll position. */
  beside?: boolean
}

/** A transaction as a row of a list, linked to its detail. */
export const MovementRow = ({ row, note, when, selected = false, replace = false, beside = false }: Props) => {
  const formats = useFormats()
  const nameOf = useMovementName()
  const kindOf = useMovementKind()
  const wayOf = useOutsideWay()
  const returnedOf = useReturnedText()
  const me = useMe()
  const hasCounterpart = counterpartOf(row).kind !== 'none'
  const words = [
    hasCounterpart && kindOf(row),
    accountOf(row),
    wayOf(row),
    returnedOf(row),
    when === 'date' ? formats.recent(row.date, productNow()) : formats.time(row.date),
  ].filter((word) => word !== false && word !== null)
  // What both sides read, then what the viewer noted alone.
  const notes = [row.note, row.privateNote].filter((text) => text !== null && text !== '')
  const returned = useReturnText()(row.returnReason)
  const arrival = useArrivalText()(row)
  const toPay = useToPayText()(row)
  const origin = useOriginText()(row)

  return (
    <ListRow
      leading={<MovementFace row={row} />}
      title={nameOf(row)}
      subtitle={
        <span className="grid grid-cols-1 justify-items-start gap-1">
          <span className="wrap-anywhere">{words.join(' · ')}</span>
          {notes.length > 0 && <span className="line-clamp-1">{notes.join(' · ')}</span>}
          {returned !== null && <span>{returned}</span>}
          {arrival !== null && <span>{arrival}</span>}
          {toPay !== null && <span>{toPay}</span>}
          {origin !== null && <span>{origin}</span>}
          {(row.state !== 'COMPLETED' || row.returnedAs !== undefined || isGoingBack(row)) && (
            <MovementBadge row={row} />
          )}
        </span>
      }
      trailing={
        <span className={row.state === 'CANCELLED' ? 'text-text-muted' : undefined}>
          <Money {...amountFor(row, me.userID)} locale={formats.locale} toned={row.state === 'COMPLETED'} />
        </span>
      }
      trailingNote={note}
      selected={selected}
      render={(target) => (
        <RowLink
          target={target}
          to={paths.movementsDetail.path}
          state={{ movement: row.id }}
          replace={replace}
          beside={beside}
        />
      )}
    />
  )
}
