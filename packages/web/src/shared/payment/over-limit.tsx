import type { LimitRow } from '@puente/contract'
import { HigherLimits } from '#shared/kyc/higher-limits.tsx'
import { GetHelp } from '#shared/support/get-help.tsx'
import { helpWithLimit } from './limit-help.ts'

/** What can be done about an amount that a limit stops: raise the limit, or ask for help with it. */
export const OverLimit = ({ limit }: { limit: Pick<LimitRow, 'row' | 'special'> }) => (
  <div className="flex flex-col items-center gap-2">
    {limit.special?.kind !== 'proof' && <HigherLimits />}
    <GetHelp help={helpWithLimit(limit)} />
  </div>
)
