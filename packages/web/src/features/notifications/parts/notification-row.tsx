import type { NotificationItem, NoticeKind, NoticeName } from '@puente/contract'
import { ListRow, RowIcon } from '@puente/ui/list-row'
import { Link } from '@tanstack/react-router'
import ArrowDownLeft from 'lucide-react/icons/arrow-down-left'
import ArrowDownToLine from 'lucide-react/icons/arrow-down-to-line'
import ArrowUpFromLine from 'lucide-react/icons/arrow-up-from-line'
import ArrowUpRight from 'lucide-react/icons/arrow-up-right'
import FileText from 'lucide-react/icons/file-text'
import Gift from 'lucide-react/icons/gift'
import Glasses from 'lucide-react/icons/glasses'
import HandCoins from 'lucide-react/icons/hand-coins'
import IdCard from 'lucide-react/icons/id-card'
import LifeBuoy from 'lucide-react/icons/life-buoy'
import ShieldCheck from 'lucide-react/icons/shield-check'
import TrendingDown from 'lucide-react/icons/trending-down'
import UserPen from 'lucide-react/icons/user-pen'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useFormats } from '#lib/i18n/format.ts'
import { paths, type ScreenPath, useScreenExists } from '#lib/layout/paths.ts'
import type { Age } from './by-age.ts'

const icons: Record<NoticeKind, ReactNode> = {
  received: <ArrowDownLeft />,
  sent: <ArrowUpRight />,
  withdraw: <ArrowUpFromLine />,
  deposit: <ArrowDownToLine />,
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
  security: <ShieldCheck />,
  kyc: <IdCard />,
  reward: <Gift />,
  support: <LifeBuoy />,
}

/** Where what it speaks of is shown. */
const targetOf = ({ objectType, objectId }: NotificationItem): { to: ScreenPath; state: object } => {
  switch (objectType) {
    case 'transaction':
      return { to: paths.movementsDetail.path, state: { movement: objectId } }
    case 'invoice':
      return { to: paths.invoicesDetail.path, state: { invoice: objectId } }
    case 'request':
      return { to: paths.requestsDetail.path, state: { request: objectId } }
    case 'schedule':
      return { to: paths.schedulesDetail.path, state: { schedule: objectId } }
    case 'approval':
      return { to: paths.settingsApproversDecide.path, state: { approval: objectId } }
    case 'approvers':
      return { to: paths.settingsApprovers.path, state: {} }
    case 'profile':
      return { to: paths.settingsPersonalInfo.path, state: {} }
    case 'security':
      return { to: paths.settingsSecurityLog.path, state: {} }
    case 'kyc':
      return { to: paths.kyc.path, state: {} }
    case 'wallet':
      return { to: paths.home.path, state: {} }
    case 'rewards':
      return { to: paths.settingsRewards.path, state: {} }
  }
}

/** The sentence of a notification in the reader's language. */
const useNoticeText = (): ((item: NotificationItem) => string) => {
  const t = useTranslations()
  const formats = useFormats()
  return ({ kind, variant, params: { amount, name } }) =>
    t(`notices.${kind}.${variant}` as `notices.${NoticeName}`, {
      amount: amount === undefined ? '' : formats.money(amount),
      name: name ?? t(name === null ? 'common.blockedUser' : 'notifications.someone'),
    })
}

type Props = { item: NotificationItem; age: Age; isNew: boolean }

/** A notification as a row, linked to what it speaks of. */
export const NotificationRow = ({ item, age, isNew }: Props) => {
  const t = useTranslations('notifications.list')
  const formats = useFormats()
  const exists = useScreenExists()
  const textOf = useNoticeText()
  const { to, state } = targetOf(item)
  return (
    <ListRow
      leading={<RowIcon tone={isNew ? 'brand' : 'plain'}>{icons[item.kind]}</RowIcon>}
      title={<span className={isNew ? 'font-semibold' : 'font-normal'}>{textOf(item)}</span>}
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
      {...(exists(to) && {
        chevron: true,
        render: (target) => <Link to={to as string} state={state} {...target} />,
      })}
    />
  )
}
