import type { Dispute, Transaction } from '@puente/contract'
import { Banner } from '@puente/ui/badge'
import { buttonClass } from '@puente/ui/button'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Flag from 'lucide-react/icons/flag'
import { useTranslations } from 'use-intl'
import { paths, useScreenExists } from '#lib/layout/paths.ts'
import './help.ts'
import { isOpenDispute, useDisputeNext, useDisputeState } from './dispute-words.ts'
import { disputesOfQuery } from './disputes.ts'

/** On a movement: the way to report a problem with it, or what became of the report. */
export const ReportProblem = ({ row }: { row: Transaction }) => {
  const exists = useScreenExists()
  const disputes = useQuery({ ...disputesOfQuery(row.id), enabled: exists(paths.disputes.path) })
  if (!exists(paths.disputes.path) || row.disputeId !== undefined) return null
  const [latest] = disputes.data?.items ?? []
  if (latest && latest.state !== 'withdrawn') return <Reported dispute={latest} row={row} />
  return <Report row={row} />
}

const Report = ({ row }: { row: Transaction }) => {
  const t = useTranslations('disputes')
  // Of what moved no money there is nothing to decide, and much to ask.
  const isMoved = row.state !== 'CANCELLED'
  const className = buttonClass({ variant: 'ghost', full: true })
  const face = (
    <>
      <Flag aria-hidden="true" className="size-5" />
      {t('report')}
    </>
  )
  return isMoved ? (
    <Link to={paths.disputesNew.path} state={{ movement: row.id }} className={className}>
      {face}
    </Link>
  ) : (
    <Link
      to={paths.settingsTicket.path}
      state={{ help: { module: 'payments', transactionId: row.id } }}
      className={className}
    >
      {face}
    </Link>
  )
}

const Reported = ({ dispute, row }: { dispute: Dispute; row: Transaction }) => {
  const t = useTranslations('disputes')
  const stateOf = useDisputeState()
  const nextOf = useDisputeNext()
  return (
    <Banner
      tone={isOpenDispute(dispute) ? 'waiting' : 'neutral'}
      title={stateOf(dispute)}
      action={
        <Link
          to={paths.disputesDetail.path}
          state={{ dispute: dispute.id }}
          className={buttonClass({ variant: 'secondary', size: 'small' })}
        >
          {t('show')}
        </Link>
      }
    >
      {nextOf(dispute, row)}
    </Banner>
  )
}
