import type { LimitRow } from '@puente/contract'
import type { Help } from '#shared/support/help.ts'

/** Help that is asked for because of a limit. */
export const helpWithLimit = ({ row }: Pick<LimitRow, 'row'>): Help => ({
  module: 'payments',
  concerns: { type: 'limit', code: row },
})
