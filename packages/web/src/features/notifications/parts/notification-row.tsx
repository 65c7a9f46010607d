import type { NotificationItem, NoticeKind } from '@puente/contract'
import { buttonClass } from '@puente/ui/button'
import { Card } from '@puente/ui/card'
import { ListRow, RowIcon } from '@puente/ui/list-row'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import ArrowDownLeft from 'lucide-react/icons/arrow-down-left'
import ArrowDownToLine from 'lucide-react/icons/arrow-down-to-line'
import ArrowUpFromLine from 'lucide-react/icons/arrow-up-from-line'
import ArrowUpRight from 'lucide-react/icons/arrow-up-right'
import CalendarClock from 'lucide-react/icons/calendar-clock'
import FileText from 'lucide-react/icons/file-text'
import Gift from 'lucide-react/icons/gift'
import Glasses from 'lucide-react/icons/glasses'
import HandCoins from 'lucide-react/icons/hand-coins'
import IdCard from 'lucide-react/icons/id-card'
import LifeBuoy from 'lucide-react/icons/life-buoy'
import Scale from 'lucide-react/icons/scale'
import ShieldCheck from 'lucide-react/icons/shield-check'
import TrendingDown from 'lucide-react/icons/trending-down'
import UserPen from 'lucide-react/icons/user-pen'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useFormats } from '#lib/i18n/format.ts'
import { paths, type ScreenPath, useScreenExists } from '#lib/layout/paths.ts'
import { RowLink } from '#lib/layout/row-link.tsx'
import { useBalanceText } from '#shared/movement/balance.tsx'
import type { Age } from './by-age.ts'

const icons: Record<NoticeKind, ReactNode> = {
  received: <ArrowDownLeft />,
  sent: <ArrowUpRight />,
  withdraw: <ArrowUpFromLine />,
  deposit: <ArrowDownToLine />,
  debt: <Scale />,
  balanceDropped: <TrendingDown />,
  profileUpdated: <UserPen />,
  updateProfileName: <UserPen />,
  updateEmail: <UserPen />,
  updatePhone: <UserPen />,
  invoiceSent: <FileText />,
  invoiceReceived: <FileText />,
  invoicePaymentReceived: <FileText />,
  invoicePaymentDone: <FileText />,
  invoice: <FileText />,
  request: <HandCoins />,
  approval: <Glasses />,
  schedule: <CalendarClock />,
  security: <ShieldCheck />,
  kyc: <IdCard />,
  reward: <Gift />,
  support: <LifeBuoy />,
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The notification that is read beside the list. */
    notice?: string
  }
}

type Target = { to: ScreenPath; state: object }

const TARGETS: Record<NotificationItem['objectType'], (id: string | null) => Target> = {
  transaction: (id) => ({ to: paths.movementsDetail.path, state: { movement: id } }),
  invoice: (id) => ({ to: paths.invoicesDetail.path, state: { invoice: id } }),
  request: (id) => ({ to: paths.requestsDetail.path, state: { request: id } }),
  schedule: (id) => ({ to: paths.schedulesDetail.path, state: { schedule: id } }),
  approval: (id) => ({ to: paths.settingsApproversDecide.path, state: { approval: id } }),
  approvers: () => ({ to: paths.settingsApprovers.path, state: {} }),
  ticket: (id) => ({ to: paths.settingsTicket.path, state: { ticket: id } }),
  dispute: (id) => ({ to: paths.disputesDetail.path, state: { dispute: id } }),
  profile: () => ({ to: paths.settingsPersonalInfo.path, state: {} }),
  email: () => ({ to: paths.settingsEditEmail.path, state: {} }),
  security: () => ({ to: paths.settingsSecurityLog.path, state: {} }),
  kyc: () => ({ to: paths.kyc.path, state: {} }),
  wallet: () => ({ to: paths.home.path, state: {} }),
  rewards: () => ({ to: paths.settingsRewards.path, state: {} }),
}

/** Where what a notification speaks of is shown; null for what is no such thing. */
export const targetOf = (objectType: string, objectId: string | null): Target | null =>
  Object.hasOwn(TARGETS, objectType) ? TARGETS[objectType as NotificationItem['objectType']](objectId) : null

/** The sentence of a notification in the reader's language. Every one is given the same blanks. */
const useNoticeText = (): ((item: NotificationItem) => string) => {
  const t = useTranslations()
  const formats = useFormats()
  const balance = useBalanceText()
  return ({ kind, variant, params: { amount = 0, back = amount, name, method, reason, account, comesBackAt } }) => {
    const blanks = {
      amount: kind === 'balanceDropped' ? balance(amount) : formats.money(amount),
      back: formats.money(back),
      withFee: back > amount ? 'yes' : 'no',
      name: name ?? t(name === null ? 'common.blockedUser' : 'notifications.someone'),
      method: method ?? 'other',
      reason: reason ?? 'other',
      account: account ?? '',
      date: comesBackAt === undefined ? 'none' : formats.date(comesBackAt),
    }
    // The union of all their types is too much for the compiler: one stands for them.
    return t(`notices.${kind}.${variant}` as 'notices.withdraw.returned', blanks)
  }
}

type Props = {
  item: NotificationItem
  age: Age
  isNew: boolean
  /** There is room beside the list: the row chooses what is read there, instead of leaving the list. */
  beside: boolean
  selected: boolean
}

/** A notification as a row, linked to what it speaks of, or to itself beside the list. */
export const NotificationRow = ({ item, age, isNew, beside, selected }: Props) => {
  const t = useTranslations('notifications.list')
  const formats = useFormats()
  const exists = useScreenExists()
  const text = useNoticeText()(item)
  const { to, state } = TARGETS[item.objectType](item.objectId)
  return (
    <ListRow
      leading={<RowIcon tone={isNew ? 'brand' : 'plain'}>{icons[item.kind]}</RowIcon>}
      title={<span className={clsx(isNew ? 'font-semibold' : 'font-normal', beside && 'line-clamp-2')}>{text}</span>}
      subtitle={
        <time dateTime={item.createdAt}>
          {age === 'previous' ? formats.dateTime(item.createdAt) : formats.time(item.createdAt)}
        </time>
      }
      trailing={
        isNew && (
          <span className="size-2.5 rounded-full bg-brand">
            <span className="sr-only">{t('new')}</span>
          </span>
        )
      }
      {...(beside
        ? {
            selected,
            render: (target) => <RowLink target={target} to={paths.notifications.path} state={{ notice: item.id }} />,
          }
        : exists(to) && {
            chevron: true,
            render: (target) => <Link to={to as string} state={state} {...target} />,
          })}
    />
  )
}

/** A notification read beside the list: its whole text, when it came, and the way to what it speaks of. */
export const NotificationDetail = ({ item }: { item: NotificationItem }) => {
  const t = useTranslations('notifications.list')
  const formats = useFormats()
  const exists = useScreenExists()
  const text = useNoticeText()(item)
  const { to, state } = TARGETS[item.objectType](item.objectId)
  return (
    <Card>
      <div className="flex items-center gap-3.5">
        <RowIcon>{icons[item.kind]}</RowIcon>
        <time dateTime={item.createdAt} className="text-sm text-text-muted">
          {formats.dateTime(item.createdAt)}
        </time>
      </div>
      <p className="text-lg wrap-anywhere">{text}</p>
      {exists(to) && (
        <Link to={to as string} state={state} className={buttonClass({ variant: 'secondary', full: true })}>
          {t(`open.${item.objectType}`)}
        </Link>
      )}
    </Card>
  )
}
