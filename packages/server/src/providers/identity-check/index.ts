import type { Config } from '#platform/config.ts'
import { ProviderError } from '../types.ts'
import { createOnfido } from './onfido.ts'
import type { KycProvider } from './port.ts'

const off = async (): Promise<never> => {
  throw new ProviderError('unavailable', 'the identity reviewer is switched off')
}

/**
 * The reviewer of the configuration. Switched off, every call fails as if it could not be reached; at the desk of the
 * operators none is made.
 */
export const identityCheckOf = ({ kyc }: Pick<Config, 'kyc'>): KycProvider =>
  kyc === 'off' || kyc === 'operator'
    ? { isDesk: kyc === 'operator', submit: off, fetch: off, verify: off }
    : createOnfido(kyc)
