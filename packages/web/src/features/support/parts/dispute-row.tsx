import type { Dispute, DisputeState } from '@puente/contract'
import { Badge, type Tone } from '@puente/ui/badge'
import { ListRow } from '@puente/ui/list-row'
import { Money } from '@puente/ui/money'
import { useTranslations } from 'use-intl'
import { useFormats } from '#lib/i18n/format.ts'
import { paths } from '#lib/layout/paths.ts'
import { RowLink } from '#lib/layout/row-link.tsx'
import { useMovementName } from '#shared/movement/movement-texts.ts'
import { useDisputeState } from '#shared/support/dispute-words.ts'
import type { ListedDispute } from '../api/support.ts'

const TONES: Record<DisputeState, Tone> = {
  opened: 'waiting',
  investigating: 'waiting',
  provisionalCredit: 'info',
  resolvedForUser: 'positive',
  resolvedAgainst: 'neutral',
  withdrawn: 'neutral',
  cameBack: 'positive',
}

export const DisputeBadge = ({ state }: Pick<Dispute, 'state'>) => (
  <Badge tone={TONES[state]}>{useDisputeState()({ state })}</Badge>
)

type Props = ListedDispute & { selected: boolean; replace: boolean }

/** A report as a row of the list, linked to its deadlines. */
export const DisputeRow = ({ dispute, row, selected, replace }: Props) => {
  const t = useTranslations('disputes')
  const formats = useFormats()
  const nameOf = useMovementName()
  const { id, kind, state, amount, reference, date, late, answerBy, finalBy } = dispute
  return (
    <ListRow
      title={t(`kinds.${kind}`)}
      subtitle={
        <span className="grid justify-items-start gap-1.5">
          {row && <span className="wrap-anywhere">{nameOf(row)}</span>}
          <span>{`${reference} · ${formats.date(date)}`}</span>
          <DisputeBadge state={state} />
          {late !== null && (
            <span className="text-text">{t('late', { day: formats.day(late === 'answer' ? answerBy : finalBy) })}</span>
          )}
        </span>
      }
      trailing={<Money cents={amount} locale={formats.locale} />}
      selected={selected}
      render={(target) => (
        <RowLink target={target} to={paths.disputesDetail.path} state={{ dispute: id }} replace={replace} />
      )}
    />
  )
}
