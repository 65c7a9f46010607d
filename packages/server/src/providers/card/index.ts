import type { Config } from '#platform/config.ts'
import type { ReportSource } from '../report.ts'
import { BadSignature, ProviderError } from '../types.ts'
import type { CardIn } from './port.ts'
import { createStripeCard } from './stripe.ts'

const off = async (): Promise<never> => {
  throw new ProviderError('unavailable', 'cards are switched off')
}

/** Without a card provider no event can be genuine. */
const unsigned = async (): Promise<never> => {
  throw new BadSignature('cards are switched off')
}

/** The card provider of the configuration. Switched off, every call fails as if the provider could not be reached. */
export const cardOf = ({ card }: Pick<Config, 'card'>): CardIn & Partial<ReportSource> =>
  card === 'off'
    ? {
        createCustomer: off,
        checkout: off,
        charge: off,
        cancelCharge: off,
        findChargeByRef: off,
        listReturns: off,
        listCards: off,
        saveCardPage: off,
        closePages: off,
        forgetCard: off,
        fetch: off,
        findByRef: off,
        expire: off,
        verify: unsigned,
      }
    : createStripeCard(card)
