import type { Config } from '#platform/config.ts'
import { BadSignature, ProviderError } from '../types.ts'
import { createIncrease } from './increase.ts'
import type { NachaSettings } from './nacha/settings.ts'
import type { AchRail } from './port.ts'

const off = async (): Promise<never> => {
  throw new ProviderError('unavailable', 'withdrawals to banks are switched off')
}
const unsigned = async (): Promise<never> => {
  throw new BadSignature('withdrawals to banks are switched off')
}

const CLOSED: AchRail = { send: off, fetch: off, findByRef: off, verify: unsigned }

/**
 * Who pays out to banks, by the configuration: Increase, or `byFile`, our own bank. Switched off, every call fails as if it could
 * not be reached.
 */
export const achOf = (
  { ach }: Pick<Config, 'ach'>,
  byFile: (bank: NachaSettings) => AchRail = () => CLOSED,
): AchRail => {
  if (ach === 'off') return CLOSED
  return ach.by === 'nacha' ? byFile(ach) : createIncrease(ach)
}
