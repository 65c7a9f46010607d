import type { Transaction } from '@puente/contract'
import { Button } from '@puente/ui/button'
import { Card } from '@puente/ui/card'
import { iconButtonClass } from '@puente/ui/icon-button'
import { Money } from '@puente/ui/money'
import { Loading, Skeleton } from '@puente/ui/skeleton'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useRouter } from '@tanstack/react-router'
import Send from 'lucide-react/icons/send'
import X from 'lucide-react/icons/x'
import { useTranslations } from 'use-intl'
import { useFormats } from '#lib/i18n/format.ts'
import { BlockPerson } from '#shared/contacts/block-person.tsx'
import { SavePaper } from '#shared/papers/save-paper.tsx'
import { canMoveMoney } from '#shared/kyc/kyc-step.ts'
import { LoadFailed, failureOf } from '#lib/layout/load-failed.tsx'
import { useMe } from '#lib/session/me.ts'
import { movementQuery } from '#shared/movement/movement-list.ts'
import { MovementBadge, MovementFace } from '#shared/movement/movement-row.tsx'
import { useMovementKind, useMovementName } from '#shared/movement/movement-texts.ts'
import { MovementTimeline } from '#shared/movement/movement-timeline.tsx'
import { amountFor, counterpartOf, isDeclined, isInFlight } from '#shared/movement/movement.ts'
import { paths } from '#lib/layout/paths.ts'
import { ReportProblem } from '#shared/support/report-problem.tsx'
import { recipientOf, startSend } from '#shared/payment/send-draft.ts'
import { LeftDebt } from '../parts/left-debt.tsx'
import { MovementFacts } from '../parts/movement-facts.tsx'
import { MovementOutcome } from '../parts/movement-outcome.tsx'
import { PrivateNote } from '../parts/private-note.tsx'

/** The movement chosen in the list; the choice is in the history entry, so that it survives a reload. */
export const DetailScreen = () => {
  const t = useTranslations('common')
  const id = useLocation({ select: ({ state }) => state.movement }) ?? ''
  const movement = useQuery({ ...movementQuery(id), enabled: id !== '' })
  if (movement.data) return <Detail key={id} row={movement.data} />
  if (movement.isError) return <LoadFailed {...failureOf(movement)} />
  return (
    <Loading label={t('loading')}>
      <Card>
        <div className="grid justify-items-center gap-3">
          <Skeleton shape="circle" />
          <Skeleton shape="title" />
          <Skeleton shape="amount" />
        </div>
        <Skeleton />
        <Skeleton />
        <Skeleton shape="block" />
      </Card>
    </Loading>
  )
}

const Detail = ({ row }: { row: Transaction }) => {
  const t = useTranslations('activity')
  return (
    <div className="grid gap-4">
      <Card>
        <Head row={row} />
        <LeftDebt row={row} />
        <MovementOutcome row={row} />
        {(isInFlight(row) || row.timeline.length > 1) && <MovementTimeline row={row} />}
        <div className="border-t border-border pt-4">
          <MovementFacts row={row} />
        </div>
      </Card>
      <SendToThem row={row} label={row.type === 'sent' ? t('detail.sendAgain') : null} />
      <SavePaper
        kind={row.state === 'COMPLETED' ? 'receipt' : 'record'}
        name={row.reference}
        paper={{ transactionId: row.id }}
      />
      <PrivateNote row={row} />
      <ReportProblem row={row} />
      <BlockThem row={row} />
    </div>
  )
}

const Head = ({ row }: { row: Transaction }) => {
  const t = useTranslations('activity')
  const formats = useFormats()
  const me = useMe()
  const nameOf = useMovementName()
  // Heading, badge and what can be done about it say the same.
  const name = isDeclined(row) ? t('declined') : nameOf(row)
  const kind = useMovementKind()(row)
  return (
    <div className="relative grid justify-items-center gap-2 text-center">
      <Link
        to={paths.movements.path}
        resetScroll={false}
        aria-label={t('detail.close')}
        className={`${iconButtonClass()} absolute -end-2 -top-2 max-desktop:hidden`}
      >
        <X aria-hidden="true" />
      </Link>
      <MovementFace row={row} />
      <h2 className="max-w-full px-10 text-lg font-semibold">{name}</h2>
      <p className={row.state === 'CANCELLED' ? 'text-text-muted' : undefined}>
        <Money {...amountFor(row, me.userID)} locale={formats.locale} size="xl" toned={row.state === 'COMPLETED'} />
      </p>
      <p className="flex flex-wrap items-center justify-center gap-2 text-sm text-text-muted">
        {counterpartOf(row).kind !== 'none' && kind}
        <MovementBadge row={row} />
      </p>
    </div>
  )
}

const BlockThem = ({ row }: { row: Transaction }) => {
  const person = recipientOf(row)
  return person && <BlockPerson handle={person.toUser} name={person.fullName} />
}

/** The same again once it has ended, or something back: for people who can be named and a user who may send. */
const SendToThem = ({ row, label }: { row: Transaction; label: string | null }) => {
  const t = useTranslations('activity.detail')
  const router = useRouter()
  const me = useMe()
  const recipient = row.type === 'sent' || row.type === 'received' ? recipientOf(row) : null
  if (recipient === null || isInFlight(row) || !canMoveMoney(me)) return null
  const send = () => startSend(router, { recipient, ...(row.type === 'sent' && { amount: row.amount }) })
  return (
    <Button variant="secondary" full icon={<Send aria-hidden="true" className="size-5" />} onClick={send}>
      {label ?? t('sendBack', { name: recipient.fullName })}
    </Button>
  )
}
