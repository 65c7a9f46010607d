/** What tests of saved cards do over and over. */
import { expect } from 'vitest'
import type { TestApp } from './app.ts'
import { signedIn } from './factories.ts'
import type { TestUser } from './factories.ts'

/** The sandbox's cards: one pays, one is declined, one asks its holder to confirm. */
type PlayingCard = '4242' | '0002' | '3155'

export const cardsIn = (app: TestApp) => {
  const list = async (user: TestUser) =>
    (await app.call('listCards', undefined, { headers: await signedIn(app.services, user) })).data.items
  return {
    list,
    /** Saves a card on the provider's page, and answers its id. */
    save: async (user: TestUser, card: PlayingCard = '4242'): Promise<string> => {
      const headers = await signedIn(app.services, user)
      const { data } = await app.call('addCard', { returnTo: 'settings' }, { headers })
      await app.control('POST', `/card/sessions/${data.url.split('/').at(-1)}/pay`, { card })
      const saved = (await list(user)).find(({ last4 }) => last4 === card)
      expect(saved).toBeDefined()
      return saved?.cardId ?? ''
    },
    /** What the next payment of this reference's owner comes to, whatever the card. */
    next: (outcome: string) => app.control('POST', '/card/next', { outcome }),
  }
}
