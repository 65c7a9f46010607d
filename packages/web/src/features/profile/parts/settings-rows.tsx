/**
 * The rows of /settings: one line each. A row appears when its screen exists, so a new screen needs nothing but its route,
 * its path in `paths.ts` and, if it is not listed yet, a line here.
 */
import type { Me } from '@puente/contract'
import CalendarClock from 'lucide-react/icons/calendar-clock'
import Ban from 'lucide-react/icons/ban'
import Bell from 'lucide-react/icons/bell'
import LifeBuoy from 'lucide-react/icons/life-buoy'
import Flag from 'lucide-react/icons/flag'
import CircleQuestionMark from 'lucide-react/icons/circle-question-mark'
import Contact from 'lucide-react/icons/contact'
import CreditCard from 'lucide-react/icons/credit-card'
import FileDown from 'lucide-react/icons/file-down'
import Gauge from 'lucide-react/icons/gauge'
import Gift from 'lucide-react/icons/gift'
import Glasses from 'lucide-react/icons/glasses'
import IdCard from 'lucide-react/icons/id-card'
import Info from 'lucide-react/icons/info'
import Landmark from 'lucide-react/icons/landmark'
import Languages from 'lucide-react/icons/languages'
import LayoutDashboard from 'lucide-react/icons/layout-dashboard'
import Scale from 'lucide-react/icons/scale'
import ScanEye from 'lucide-react/icons/scan-eye'
import ShieldAlert from 'lucide-react/icons/shield-alert'
import ShieldCheck from 'lucide-react/icons/shield-check'
import Undo2 from 'lucide-react/icons/undo-2'
import UserCog from 'lucide-react/icons/user-cog'
import UserPlus from 'lucide-react/icons/user-plus'
import UserRound from 'lucide-react/icons/user-round'
import type { ReactNode } from 'react'
import type { TextKey } from '#lib/i18n/text-key.ts'
import { paths, useScreenExists, type ScreenPath } from '#lib/layout/paths.ts'
import { useMe } from '#lib/session/me.ts'
import { isKycOpen } from '#shared/kyc/kyc-standing.ts'

export type SettingsRow = {
  title: TextKey
  icon: ReactNode
  path: ScreenPath
  /** For whom; everybody without it. */
  when?: (me: Me) => boolean
}

export type SettingsGroup = { title: TextKey; rows: readonly SettingsRow[] }

/** Both contacts are verified, and changed from the personal info. */
const hasOpenContact = (me: Me) => !me.emailVerified || !me.phoneVerified

const canWithdraw = ({ KYC }: Me) => KYC.tier >= 1

const personalInfo: SettingsRow = {
  title: 'settings.personalInfo',
  icon: <UserRound />,
  path: paths.settingsPersonalInfo.path,
}
const limits: SettingsRow = {
  title: 'settings.limits',
  icon: <Gauge />,
  path: paths.settingsTransactionLimits.path,
}

/** What one row of the settings leads to. */
export const profileAndLimits: SettingsGroup = { title: 'settings.groups.you', rows: [personalInfo, limits] }

const profileAndLimitsRow: SettingsRow = {
  title: 'settings.profileAndLimits',
  icon: <UserRound />,
  path: paths.settingsProfileAndLimits.path,
}

export const settingsGroups: readonly SettingsGroup[] = [
  {
    title: 'settings.groups.you',
    rows: [
      { title: 'settings.identity', icon: <IdCard />, path: paths.kyc.path, when: isKycOpen },
      { title: 'settings.contacts', icon: <Contact />, path: paths.verifyUser.path, when: hasOpenContact },
      profileAndLimitsRow,
      { title: 'settings.rewards', icon: <Gift />, path: paths.settingsRewards.path },
      { title: 'settings.referral', icon: <UserPlus />, path: paths.settingsReferral.path },
      { title: 'schedules.title', icon: <CalendarClock />, path: paths.schedules.path },
      { title: 'settings.statements', icon: <FileDown />, path: paths.settingsStatements.path },
      { title: 'settings.cards', icon: <CreditCard />, path: paths.settingsCards.path },
      {
        title: 'settings.bankAccounts',
        icon: <Landmark />,
        path: paths.settingsBankAccounts.path,
        when: canWithdraw,
      },
    ],
  },
  {
    title: 'settings.groups.security',
    rows: [
      { title: 'settings.security', icon: <ShieldCheck />, path: paths.settingsSecurity.path },
      { title: 'sessions.list.lost', icon: <ShieldAlert />, path: paths.settingsLostDevice.path },
      { title: 'settings.paymentSafety', icon: <Undo2 />, path: paths.settingsPaymentSafety.path },
      { title: 'settings.approvers', icon: <Glasses />, path: paths.settingsApprovers.path },
      { title: 'settings.blocked', icon: <Ban />, path: paths.settingsBlocked.path },
      { title: 'settings.accessLog', icon: <ScanEye />, path: paths.settingsAccessLog.path },
    ],
  },
  {
    title: 'settings.groups.app',
    rows: [
      { title: 'settings.notifications', icon: <Bell />, path: paths.settingsNotifications.path },
      { title: 'settings.language', icon: <Languages />, path: paths.settingsLanguage.path },
      { title: 'settings.dashboard', icon: <LayoutDashboard />, path: paths.settingsDashboard.path },
    ],
  },
  {
    title: 'settings.groups.help',
    rows: [
      { title: 'settings.support', icon: <LifeBuoy />, path: paths.settingsSupport.path },
      { title: 'settings.disputes', icon: <Flag />, path: paths.disputes.path },
      { title: 'settings.faqs', icon: <CircleQuestionMark />, path: paths.settingsFaqs.path },
      { title: 'settings.legal', icon: <Scale />, path: paths.settingsLegal.path },
      { title: 'settings.about', icon: <Info />, path: paths.about.path },
    ],
  },
  {
    title: 'settings.groups.account',
    rows: [{ title: 'settings.account', icon: <UserCog />, path: paths.settingsAccount.path }],
  },
]

/** The groups of the index beside a screen: what is behind a row of its own stands there at once. */
export const indexGroups: readonly SettingsGroup[] = settingsGroups.map(({ title, rows }) => ({
  title,
  rows: rows.flatMap((row) => (row === profileAndLimitsRow ? profileAndLimits.rows : [row])),
}))

/** The rows of a group that lead somewhere and concern this user. */
export const useRowsOf = (): ((group: SettingsGroup) => SettingsRow[]) => {
  const me = useMe()
  const exists = useScreenExists()
  return ({ rows }) => rows.filter(({ path, when }) => exists(path) && (when?.(me) ?? true))
}
