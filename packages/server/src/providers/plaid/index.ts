import type { Config } from '#platform/config.ts'
import { BadSignature, ProviderError } from '../types.ts'
import { createPlaid } from './plaid.ts'
import type { Plaid } from './port.ts'

const off: Plaid = {
  call: async () => {
    throw new ProviderError('unavailable', 'Plaid is switched off')
  },
  verify: async () => {
    throw new BadSignature('Plaid is switched off')
  },
}

/** Plaid as configured. Switched off, every call fails as if it could not be reached, and no event is genuine. */
export const plaidOf = ({ plaid }: Pick<Config, 'plaid'>): Plaid => (plaid === 'off' ? off : createPlaid(plaid))
