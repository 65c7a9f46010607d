import type { LimitRow } from '@puente/contract'
import { useQuery } from '@tanstack/react-query'
import { useFormats } from '#lib/i18n/format.ts'
import { useProofText } from './limit-text.ts'
import { coolingOf, unprovedOf } from './limits-left.ts'
import { limitsQuery } from './limits.ts'

type Values = { until: string; limit: string; left: string }
/** `proof`: what a new phone cannot confirm meanwhile, in a sentence; empty where it can. */
type Cooling = Values & { proof: string }

/** What may go out during a cooling, as its sentences say it. */
export const useCoolingValues = (): ((row: LimitRow) => Values) => {
  const formats = useFormats()
  return ({ special, limitCents, leftCents }) => ({
    until: special ? formats.dateTime(special.until) : '',
    limit: formats.money(limitCents),
    left: formats.money(Math.max(0, leftCents)),
  })
}

/** The cooling of the reader's account; undefined if there is none, or while it isn't known yet. */
export const useCooling = (): Cooling | undefined => {
  const valuesOf = useCoolingValues()
  const proofText = useProofText()
  const { data } = useQuery(limitsQuery)
  const row = data && coolingOf(data.rows)
  const unproved = data && unprovedOf(data.rows)
  return row && { ...valuesOf(row), proof: unproved ? proofText(unproved) : '' }
}
