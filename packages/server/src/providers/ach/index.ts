import type { Config } from '#platform/config.ts'
import { BadSignature, ProviderError } from '../types.ts'
import { createIncrease } from './increase.ts'
import type { AchRail } from './port.ts'

const off = async (): Promise<never> => {
  throw new ProviderError('unavailable', 'withdrawals to banks are switched off')
}
const unsigned = async (): Promise<never> => {
  throw new BadSignature('withdrawals to banks are switched off')
}

/** Who pays out to banks, by the configuration. Switched off, every call fails as if it could not be reached. */
export const achOf = ({ ach }: Pick<Config, 'ach'>): AchRail =>
  ach === 'off' ? { send: off, fetch: off, findByRef: off, verify: unsigned } : createIncrease(ach)
