/** What tests of withdrawals to banks do over and over: as the person, at the sandbox's bank, and as the sweeper. */
import { type Output, uuidOf } from '@puente/contract'
import { newId } from '#platform/ids.ts'
import type { TestApp } from './app.ts'
import type { TestUser } from './factories.ts'
import { withdrawalsIn } from './withdrawals.ts'

const DAY_SECONDS = 86_400

export const RECIPIENT = {
  fullName: 'José Ñúñez',
  email: 'jose@example.com',
  accountType: 'Checking',
  routingNumber: '021000021',
  accountNumber: '000123456789',
  personType: 'personal',
  address: '1 Main St Apt 4',
  city: 'Austin',
  state: 'TX',
  zipCode: '78701',
  birthday: '1990-04-01',
  type: 'own',
}

export const bankIn = (app: TestApp) => {
  const withdrawals = withdrawalsIn(app)
  const { headersOf } = withdrawals
  const refOf = (transactionId: string) => uuidOf(transactionId, 'txn') ?? ''
  return {
    ...withdrawals,
    refOf,
    /** Adds a recipient; past its first day unless it is to be `new`. */
    aRecipient: async (user: TestUser, more: object = {}, { isNew = false } = {}): Promise<string> => {
      const headers = await headersOf(user)
      const { status, data } = await app.raw('addRecipient', { ...RECIPIENT, ...more }, { headers })
      if (status !== 200) throw new Error(`a recipient was not added: ${status}`)
      if (!isNew)
        await app.services.db
          .updateTable('recipients')
          .set({ cooling_until: app.clock.now() })
          .where('owner_id', '=', user.id)
          .execute()
      return (data as { id: string }).id
    },
    /** Withdraws $100 to a recipient, or what `body` says. */
    withdraw: async (user: TestUser, recipientId: string, body: object = {}, key: string = newId()) => {
      // However slow the machine is, the bank does not go on by itself meanwhile.
      await app.control('POST', '/ach/next', { outcome: 'wait' })
      return app.call('withdrawBank', { recipientId, amount: 100_00, currency: 'USD', ...body } as never, {
        key,
        headers: await headersOf(user),
      })
    },
    recipientsOf: async (user: TestUser): Promise<Output<'listRecipients'>['items']> =>
      (await app.call('listRecipients', undefined, { headers: await headersOf(user) })).data.items,
    /** What happens at the bank. */
    act: (ref: string, action: string, body: object = {}) =>
      app.control('POST', `/ach/transfers/${ref}/${action}`, body),
    transfersOf: (ref: string) => app.control<{ id: string; status: string }[]>('GET', `/ach/transfers?ref=${ref}`),
    /** Money that really left over there: that went out, less what came back. */
    bookOf: async (ref: string) =>
      (await app.control<{ kind: string }[]>('GET', `/book?provider=ach&ref=${ref}`)).map(({ kind }) => kind),
    fault: (fault: string, more: object = {}) =>
      app.control('POST', '/faults', { provider: 'ach', fault, times: 1, ...more }),
    passDays: (days: number) => app.control('POST', '/clock/advance', { seconds: days * DAY_SECONDS }),
  }
}
