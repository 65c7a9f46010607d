/**
 * The whole table of who may do what, cell by cell over HTTP: each row a call that is good in every other way, each column a person
 * whom nothing but their standing tells apart. `access-matrix.test.ts` holds every call against its entry; this holds the table.
 */
import { type EndpointKey, invoiceId, requestId } from '@puente/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#platform/ids.ts'
import { bankIn, RECIPIENT } from '#test/bank.ts'
import { aUser, signedIn, type TestUser, type UserOptions, withBalance } from '#test/factories.ts'
import { payablesIn } from '#test/payables.ts'
import { appOfFile } from '#test/suite.ts'
import { aPhoto } from '#test/upload.ts'

const app = appOfFile()
const bank = bankIn(app)
const payables = payablesIn(app)
let photo: Buffer
beforeAll(async () => {
  photo = await aPhoto()
})

const PEOPLE = {
  N: { tier: -1 },
  E: { tier: -1, emailVerified: true, phone: null },
  V: { tier: 0 },
  T1: { tier: 1 },
  T2: { tier: 2 },
} as const satisfies Record<string, UserOptions>
type Who = keyof typeof PEOPLE

/** How a cell answers: `yes`, or the code, and what is missing where it says so. */
type Cell = 'yes' | 'emailNotVerified' | 'phone' | 'tier1' | 'invalidUser'
const NO_CONTACTS = { N: 'emailNotVerified', E: 'phone' } as const
const FROM_V = { ...NO_CONTACTS, V: 'yes', T1: 'yes', T2: 'yes' } as const
const FROM_T1 = { ...NO_CONTACTS, V: 'tier1', T1: 'yes', T2: 'yes' } as const
const ALL = { N: 'yes', E: 'yes', V: 'yes', T1: 'yes', T2: 'yes' } as const

type Call = { key: EndpointKey; input?: object }
type Row = {
  cells: Record<Who, Cell>
  /** The call, for the person of the column and somebody else who may do everything. */
  call: (person: TestUser, friend: TestUser) => Promise<Call | (Call & { by: TestUser })>
}

const ADDRESS_PROOF = { type: 'invoice', docType: 'utilityBill' }
const tierOf = async (person: TestUser): Promise<number> => {
  const of = app.services.db.selectFrom('users').select('tier').where('owner_id', '=', person.id)
  return (await of.executeTakeFirstOrThrow()).tier
}
const send = (friend: TestUser) => ({ toUser: friend.userId, amount: 20_00, currency: 'USD' })
const deposit = (method: string): Row => ({
  cells: FROM_V,
  call: async () => ({ key: 'startDeposit', input: { method, amount: 20_00, currency: 'USD' } }),
})
const read = (key: EndpointKey, input?: object): Row => ({
  cells: ALL,
  call: async () => ({ key, ...(input && { input }) }),
})
const payInvoice = (payMethod: string): Row => ({
  cells: FROM_V,
  call: async (person, friend) => ({
    key: 'payInvoice',
    input: { invoiceId: invoiceId(await payables.anInvoice(friend, person, 20_00)), payMethod },
  }),
})
const asked = async (person: TestUser, friend: TestUser) => {
  const { id } = await payables.aRequest(friend, { asked: person, amountCents: 20_00 })
  return { requestId: requestId(id) }
}

const ROWS: Record<string, Row> = {
  'read the balance': read('wallet'),
  'read transactions': read('listTransactions', {}),
  'read the own limits': read('limits'),
  'read the sessions': read('listSessions'),
  'change settings': read('changePreferences', { theme: 'dark' }),
  'hand in for the identity check': {
    cells: FROM_V,
    // What follows for whoever has handed in the first parts is the proof of address.
    call: async (person) => {
      const first = (await tierOf(person)) < 1
      return { key: 'uploadKycPhoto', input: { ...(first ? { type: 'selfie' } : ADDRESS_PROOF), file: photo } }
    },
  },
  'receive from a user': {
    cells: { N: 'invalidUser', E: 'invalidUser', V: 'yes', T1: 'yes', T2: 'yes' },
    call: async (person, friend) => ({ key: 'sendInApp', input: send(person), by: friend }),
  },
  'add money by card': deposit('card'),
  'add money by PayPal': deposit('paypal'),
  'add money by Zelle': deposit('zelle'),
  'send by card': { cells: FROM_V, call: async (_, friend) => ({ key: 'startCheckout', input: send(friend) }) },
  'send by PayPal': { cells: FROM_V, call: async (_, friend) => ({ key: 'placePaypalOrder', input: send(friend) }) },
  'send by Zelle': { cells: FROM_V, call: async (_, friend) => ({ key: 'zelleIntent', input: send(friend) }) },
  'send in-app': { cells: FROM_T1, call: async (_, friend) => ({ key: 'sendInApp', input: send(friend) }) },
  'withdraw to PayPal': {
    cells: FROM_T1,
    call: async () => ({
      key: 'withdrawPaypal',
      input: { email: 'ana@example.com', fullName: 'Ana Rey', amount: 20_00, currency: 'USD' },
    }),
  },
  'withdraw to a bank': {
    cells: FROM_T1,
    call: async (person) => {
      // Whoever may not add one names one that could be theirs.
      const recipientId =
        (await tierOf(person)) >= 1 ? await bank.aRecipient(person) : `rcp_${newId().replaceAll('-', '')}`
      return { key: 'withdrawBank', input: { recipientId, amount: 20_00, currency: 'USD' } }
    },
  },
  'add a bank account': { cells: FROM_T1, call: async () => ({ key: 'addRecipient', input: RECIPIENT }) },
  'add a product': {
    cells: FROM_V,
    call: async () => ({ key: 'addProduct64', input: { name: 'Cake', price: 20_00 } }),
  },
  'list products': { cells: FROM_V, call: async () => ({ key: 'listProducts' }) },
  'create an invoice': {
    cells: FROM_V,
    call: async (_, friend) => ({
      key: 'createInvoice',
      input: { toUser: friend.userId, type: 'custom', amount: 20_00, note: 'Cake' },
    }),
  },
  'receive an invoice': {
    cells: { N: 'invalidUser', E: 'invalidUser', V: 'yes', T1: 'yes', T2: 'yes' },
    call: async (person, friend) => ({
      key: 'createInvoice',
      input: { toUser: person.userId, type: 'custom', amount: 20_00, note: 'Cake' },
      by: friend,
    }),
  },
  'list invoices': { cells: FROM_V, call: async () => ({ key: 'listInvoices', input: {} }) },
  'decline an invoice': {
    cells: FROM_V,
    call: async (person, friend) => ({
      key: 'declineInvoice',
      input: { invoiceId: invoiceId(await payables.anInvoice(friend, person)) },
    }),
  },
  'pay an invoice from the wallet': payInvoice('wallet'),
  'pay an invoice by card': payInvoice('card'),
  'pay an invoice by PayPal': payInvoice('paypal'),
  'pay an invoice by Zelle': payInvoice('zelle'),
  'create a request': {
    cells: FROM_V,
    call: async (_, friend) => ({
      key: 'createRequest',
      input: { amount: 20_00, currency: 'USD', note: 'Dinner', toUser: friend.userId },
    }),
  },
  'decline a request': {
    cells: FROM_V,
    call: async (person, friend) => ({ key: 'declineRequest', input: await asked(person, friend) }),
  },
  'pay a request from the wallet': {
    cells: FROM_T1,
    call: async (person, friend) => ({
      key: 'payRequest',
      input: { ...(await asked(person, friend)), payMethod: 'wallet' },
    }),
  },
}

const EXPECTED: Record<Cell, object> = {
  yes: { status: 200 },
  emailNotVerified: { status: 403, code: 'emailNotVerified' },
  phone: { status: 403, code: 'kycRequired', details: { missing: ['phone'] } },
  tier1: { status: 403, code: 'kycRequired', details: { missing: ['tier1'] } },
  invalidUser: { status: 422, code: 'invalidUser' },
}

describe('PM-08 who may do what, by what of them is verified', () => {
  test.each(Object.entries(ROWS))('PM-08 %s', async (_name, { cells, call }) => {
    const friend = await aUser(app.services, { tier: 1 })
    await withBalance(app.services, friend, 500_00)
    for (const who of Object.keys(PEOPLE) as Who[]) {
      const person = await aUser(app.services, PEOPLE[who])
      await withBalance(app.services, person, 500_00)
      const made = await call(person, friend)
      const by = 'by' in made ? made.by : person
      const headers = await signedIn(app.services, by)
      expect(await app.raw(made.key, made.input, { headers, key: newId() }), who).toMatchObject(EXPECTED[cells[who]])
    }
  })
})
