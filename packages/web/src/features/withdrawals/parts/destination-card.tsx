import { Avatar } from '@puente/ui/avatar'
import { RowIcon } from '@puente/ui/list-row'
import { buttonClass } from '@puente/ui/button'
import { Link } from '@tanstack/react-router'
import Landmark from 'lucide-react/icons/landmark'
import { useTranslations } from 'use-intl'
import { AddressText } from '#lib/layout/address-text.tsx'
import type { WithdrawDraft, WithdrawMethod } from '#shared/payment/withdraw-draft.ts'
import { useDestination } from './destination.ts'
import { withdrawWays } from './withdraw-ways.ts'

type Props = { method: WithdrawMethod; draft: WithdrawDraft }

/** The chosen account, with a link to choose another. */
export const DestinationCard = ({ method, draft }: Props) => {
  const t = useTranslations('withdrawals.amount')
  const to = useDestination()(method, draft)
  if (!to) return null
  return (
    <div className="flex items-center gap-3.5 rounded-md border border-border bg-surface-raised py-2 ps-4 pe-2">
      {method === 'bank' ? (
        <RowIcon tone="brand">
          <Landmark />
        </RowIcon>
      ) : (
        <Avatar name={to.name} />
      )}
      <p className="grid min-w-0 grow wrap-anywhere">
        <span className="text-sm text-text-muted">{t('to')}</span>
        <span className="font-semibold">{to.name}</span>
        <span className="text-sm text-text-muted">
          <AddressText value={to.account} />
        </span>
      </p>
      <Link
        to={withdrawWays[method].start as string}
        className={`${buttonClass({ variant: 'ghost', size: 'small' })} shrink-0 whitespace-nowrap`}
      >
        {t('change')}
      </Link>
    </div>
  )
}
