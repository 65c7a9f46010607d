import type { Transaction } from '@puente/contract'
import { Badge } from '@puente/ui/badge'
import { List, ListRow, RowIcon } from '@puente/ui/list-row'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Check from 'lucide-react/icons/check'
import IdCard from 'lucide-react/icons/id-card'
import KeyRound from 'lucide-react/icons/key-round'
import Mail from 'lucide-react/icons/mail'
import Phone from 'lucide-react/icons/phone'
import Wallet from 'lucide-react/icons/wallet'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '#lib/api/api.ts'
import { queryKeys } from '#lib/api/query-keys.ts'
import { isKycOpen, kycStandingOf } from '#shared/kyc/kyc-standing.ts'
import { hasContacts, missingContacts } from '#shared/kyc/kyc-step.ts'
import { useMe } from '#lib/session/me.ts'
import { useScreenExists } from '#lib/layout/paths.ts'
import { tasksOf, type Task } from './tasks.ts'

const icons: Record<Task['key'], ReactNode> = {
  protect: <KeyRound />,
  verifyEmail: <Mail />,
  addPhone: <Phone />,
  fundAccount: <Wallet />,
  verifyIdentity: <IdCard />,
}

/** There is neither a password nor a passkey, as after coming by another service: no money can be added or leave. */
export const useUnprotected = (): boolean => {
  // Read again on each visit: the password may have been chosen in another tab.
  const { data } = useQuery({
    queryKey: [...queryKeys.factors, 'overview'],
    queryFn: () => call('factors'),
    staleTime: 0,
  })
  return data?.passwordChangedAt === null && data.passkeys === 0
}

/** What is left to do, while anything is. */
export const TaskList = ({ latest }: { latest: readonly Transaction[] }) => {
  const t = useTranslations('wallet.tasks')
  const exists = useScreenExists()
  const me = useMe()
  const tasks = tasksOf(me, useUnprotected(), latest)
  const standing = kycStandingOf(me.KYC)
  const done = tasks.filter((task) => task.done).length
  if (done === tasks.length) return null

  return (
    <section aria-labelledby="tasks" className="grid gap-3">
      <div className="flex items-baseline justify-between gap-3">
        <h2 id="tasks" className="text-lg font-semibold">
          {t('title')}
        </h2>
        <p className="text-sm text-text-muted tabular-nums">
          {t('progress', { done: String(done), total: String(tasks.length) })}
        </p>
      </div>
      <List labelledBy="tasks">
        {tasks.map((task) => {
          // While the identity is in review, or contacts come first, its screen would only lead back here.
          const leads = task.key !== 'verifyIdentity' || isKycOpen(me)
          const isRefused = task.key === 'verifyIdentity' && (standing === 'denied' || standing === 'expired')
          const open = !task.done && leads && exists(task.path)
          return (
            <ListRow
              key={task.key}
              leading={
                <RowIcon tone={task.done ? 'brand' : 'waiting'}>{task.done ? <Check /> : icons[task.key]}</RowIcon>
              }
              // Money may also have come from another person: what is done is named by how it stands.
              title={t(task.key === 'fundAccount' && task.done ? 'funded' : task.key)}
              {...(task.key === 'protect' && { subtitle: t('protectText') })}
              {...(open && isRefused && { subtitle: t(standing) })}
              {...(!task.done &&
                !leads && {
                  subtitle: hasContacts(me) ? t('inReview') : t('contactsFirst', { missing: missingContacts(me) }),
                })}
              trailing={task.done ? <Badge tone="positive">{t('done')}</Badge> : undefined}
              chevron={open}
              {...(open && { render: (target) => <Link to={task.path as string} {...target} /> })}
            />
          )
        })}
      </List>
    </section>
  )
}
