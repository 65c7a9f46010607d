/**
 * Which calls ask for a proof that it is still the same person, from which amount on, and how long money goes out slowly
 * after a change that a thief would make first: every row, at its edge. How a proof is bound to its call is shown elsewhere.
 */
import { appEndpoints, type EndpointKey, endpointOf, invoiceId, requestId } from '@puente/contract'
import openapi from '@puente/contract/openapi.json' with { type: 'json' }
import { beforeEach, expect, test } from 'vitest'
import { startCooling } from '#features/accounts/index.ts'
import { transaction } from '#platform/db/transaction.ts'
import { newId } from '#platform/ids.ts'
import { bankIn, RECIPIENT } from '#test/bank.ts'
import { cardsIn } from '#test/cards.ts'
import { payablesIn } from '#test/payables.ts'
import { aPhone, aUser, anEmail, PASSWORD, type TestUser, withBalance } from '#test/factories.ts'
import { proved } from '#test/step-up.ts'
import { appOfFile } from '#test/suite.ts'

const app = appOfFile({ SECOND_FACTOR: 'acts' })
const bank = bankIn(app)
const cards = cardsIn(app)
const payables = payablesIn(app)

const HOUR_MS = 3_600_000
/** So long before its end a row is tried once more: the clock runs on meanwhile. */
const SHORTLY_MS = 20_000
const PASSES = { status: 200 }
const ASKS = { status: 403, code: 'stepUpRequired' }

const askWhoItIs = (secondFactor: 'acts' | 'off') => {
  app.services.config.secondFactor = secondFactor
}
beforeEach(() => askWhoItIs('acts'))

/** Does it as if no one were ever asked. */
const unasked = async <Done>(act: () => Promise<Done>): Promise<Done> => {
  askWhoItIs('off')
  const done = await act()
  askWhoItIs('acts')
  return done
}
const aPayer = async (): Promise<TestUser> => {
  const user = await bank.aWithdrawer()
  await withBalance(app.services, user, 4_000_00)
  return user
}
const aPayee = () => aUser(app.services, { tier: 1 })
const call = async (
  user: TestUser,
  operation: EndpointKey,
  input: object,
  { key = newId(), headers }: { key?: string; headers?: Record<string, string> } = {},
) => app.raw(operation, input, { key, headers: headers ?? (await bank.headersOf(user)) })

/** A payment whose other parts are settled: what is left to say is the amount. */
type Prepared = {
  user: TestUser
  operation: EndpointKey
  input: object
  /** Makes what is to be paid, of this amount, where the call names it by its id. */
  asking?: (amount: number) => Promise<object>
}
type Row = { prepare: () => Promise<Prepared>; belowCents: number | null; atCents: number }

const sendsTo = (user: TestUser, payee: TestUser): Prepared => ({
  user,
  operation: 'sendInApp',
  input: { toUser: payee.userId, currency: 'USD' },
})
/** A payer who has paid these amounts to one person, each without being asked, and is about to pay more. */
const hasPaid = async (...amounts: number[]): Promise<Prepared> => {
  const payment = sendsTo(await aPayer(), await aPayee())
  for (const amount of amounts)
    expect(await call(payment.user, payment.operation, { ...payment.input, amount })).toMatchObject(PASSES)
  return payment
}

const rows: Record<string, Row> = {
  'a send to a person never paid before, from $50': {
    prepare: () => hasPaid(),
    belowCents: 49_99,
    atCents: 50_00,
  },
  'a send to anyone, from $200': {
    prepare: () => hasPaid(1),
    belowCents: 199_99,
    atCents: 200_00,
  },
  'sends that make $500 within 24 hours since the last proof': {
    prepare: () => hasPaid(40_00, 190_00, 190_00),
    belowCents: 79_99,
    atCents: 80_00,
  },
  'a payment with a saved card, from $200': {
    prepare: async () => {
      const user = await aPayer()
      const cardId = await cards.save(user)
      return {
        user,
        operation: 'startPayment',
        input: { toUser: (await aPayee()).userId, cardId, currency: 'USD' },
      }
    },
    belowCents: 199_99,
    atCents: 200_00,
  },
  'an invoice of a person never paid before, paid from the balance, from $50': {
    prepare: async () => {
      const [user, issuer] = [await aPayer(), await aPayee()]
      const asking = async (amount: number) => ({
        invoiceId: invoiceId(await payables.anInvoice(issuer, user, amount)),
      })
      return { user, operation: 'payInvoice', input: { payMethod: 'wallet' }, asking }
    },
    belowCents: 49_99,
    atCents: 50_00,
  },
  'a request of a person never paid before, paid from the balance, from $50': {
    prepare: async () => {
      const [user, issuer] = [await aPayer(), await aPayee()]
      const asking = async (amountCents: number) => {
        const { id } = await payables.aRequest(issuer, { asked: user, amountCents })
        return { requestId: requestId(id) }
      }
      return { user, operation: 'payRequest', input: { payMethod: 'wallet' }, asking }
    },
    belowCents: 49_99,
    atCents: 50_00,
  },
  'every withdrawal to a bank': {
    prepare: async () => {
      const user = await aPayer()
      const recipientId = await unasked(() => bank.aRecipient(user))
      return { user, operation: 'withdrawBank', input: { recipientId, currency: 'USD' } }
    },
    belowCents: null,
    atCents: 20_00,
  },
  'every withdrawal to PayPal': {
    prepare: async () => ({
      user: await aPayer(),
      operation: 'withdrawPaypal',
      input: { email: 'ana@example.com', fullName: 'Ana Rey', currency: 'USD' },
    }),
    belowCents: null,
    atCents: 20_00,
  },
}

const asked = new Map<Prepared, Promise<object>>()
const pay = async (payment: Prepared, amount: number, options: Parameters<typeof call>[3] = {}) => {
  const { user, operation, input, asking } = payment
  if (!asking) return call(user, operation, { ...input, amount }, options)
  const named = asked.get(payment) ?? asking(amount)
  asked.set(payment, named)
  return call(user, operation, { ...input, ...(await named) }, options)
}

test.each(Object.entries(rows))(
  'X-05 %s: asked at the amount and not a cent below; the same key passes with the proof',
  async (_what, { prepare, belowCents, atCents }) => {
    if (belowCents !== null) expect(await pay(await prepare(), belowCents)).toMatchObject(PASSES)
    const payment = await prepare()
    const { user } = payment
    const [key, headers] = [newId(), await bank.headersOf(user)]
    const before = await bank.balanceOf(user)
    const refused = await pay(payment, atCents, { key, headers })
    expect(refused).toMatchObject(ASKS)
    expect(await bank.balanceOf(user)).toEqual(before)
    const token = await proved({ app, user, headers }, refused)
    const withProof = { key, headers: { ...headers, 'step-up': token } }
    const passed = await pay(payment, atCents, withProof)
    expect(passed).toMatchObject(PASSES)
    // Once only: the token is used up, and the key is answered again without it.
    expect((await pay(payment, atCents, { key, headers })).data).toEqual(passed.data)
    const unaskedPayment = await prepare()
    expect(await unasked(() => pay(unaskedPayment, atCents))).toMatchObject(PASSES)
  },
)

type Act = { operation: EndpointKey; input?: (user: TestUser) => Promise<object>; before?: EndpointKey }
const acts: Record<string, Act> = {
  'adding a recipient': { operation: 'addRecipient', input: async () => RECIPIENT },
  'changing a recipient': {
    operation: 'updateRecipient',
    input: async (user) => {
      const recipientId = await unasked(() => bank.aRecipient(user))
      return { ...RECIPIENT, recipientId, city: 'Round Rock' }
    },
  },
  'another email': { operation: 'changeEmail', input: async () => ({ email: anEmail() }) },
  'another phone': { operation: 'requestPhoneCode', input: async () => ({ phone: aPhone() }) },
  'another password': {
    operation: 'changePassword',
    input: async () => ({ currentPassword: PASSWORD, newPassword: 'Otra-Nube-77x' }),
  },
  'an authenticator app': { operation: 'startTotp' },
  'a passkey': { operation: 'passkeyOptions' },
  'ending other sessions': { operation: 'endSessions', input: async () => ({ all: 'others' }) },
  'the export of all data': { operation: 'exportData' },
  'ending the own freeze': { operation: 'unfreeze', before: 'freeze' },
  'closing the account': { operation: 'closeAccount' },
}

test.each(Object.entries(acts))('X-05 %s always asks, and passes with the proof', async (_what, act) => {
  const { operation, input = async () => ({}), before } = act
  for (const isAsked of [true, false]) {
    const user = await aUser(app.services, { tier: 1 })
    const headers = await bank.headersOf(user)
    if (before) expect(await call(user, before, {}, { headers })).toMatchObject(PASSES)
    const body = await input(user)
    if (!isAsked) {
      expect(await unasked(() => call(user, operation, body, { headers }))).toMatchObject(PASSES)
      continue
    }
    const refused = await call(user, operation, body, { headers })
    expect(refused).toMatchObject(ASKS)
    const token = await proved({ app, user, headers }, refused)
    expect(await call(user, operation, body, { headers: { ...headers, 'step-up': token } })).toMatchObject(PASSES)
  }
})

type Documented = {
  operationId: string
  parameters?: { name?: string; example?: unknown }[]
  requestBody?: { content: { 'application/json'?: { example?: object } } }
}
/** A call's input in the API document: its example, with the parameters in path and query. */
const exampleOf = (key: EndpointKey): object => {
  const all = Object.values(openapi.paths).flatMap((path) => Object.values(path) as Documented[])
  const { parameters = [], requestBody } = all.find(({ operationId }) => operationId === key)!
  const named = parameters.flatMap(({ name, example }) =>
    name !== undefined && example !== undefined ? [[name, example]] : [],
  )
  return { ...requestBody?.content['application/json']?.example, ...(Object.fromEntries(named) as object) }
}

/** Their examples are refused for what they say (a day that has passed, a bank that is not linked); tested with their slices. */
const WITH_THEIR_SLICES: readonly EndpointKey[] = [
  'addRecipient',
  'createSchedule',
  'exchangeBankLink',
  'updateRecipient',
]
const always = (Object.keys(appEndpoints) as EndpointKey[]).filter(
  (key) => endpointOf(key).stepUp === 'always' && !WITH_THEIR_SLICES.includes(key),
)

test.each(always)('X-05 %s asks for a proof before it looks at its input', async (operation) => {
  const user = await aUser(app.services, { tier: 1 })
  expect(await call(user, operation, exampleOf(operation))).toMatchObject(ASKS)
})

test('every call of money that may ask for a proof is among these rows', async () => {
  const prepared = await Promise.all(Object.values(rows).map(({ prepare }) => prepare()))
  const asking = (Object.keys(appEndpoints) as EndpointKey[]).filter(
    (key) => endpointOf(key).idempotent && endpointOf(key).stepUp !== undefined,
  )
  expect([...new Set(prepared.map(({ operation }) => operation))].toSorted()).toEqual(asking.toSorted())
})

const DAY_HOURS = 24
test.each([
  ['passwordReset', DAY_HOURS],
  ['emailChanged', DAY_HOURS],
  ['phoneChanged', 3 * DAY_HOURS],
  ['factorRemoved', 3 * DAY_HOURS],
] as const)(
  'X-05 after %s no withdrawal and at most 500 dollars go out for %i hours, and everything after them',
  async (cause, hours) => {
    askWhoItIs('off')
    const [user, payee] = [await aPayer(), await aPayee()]
    const recipientId = await bank.aRecipient(user)
    const at = app.clock.now()
    await transaction(app.services.db, 'cool', (trx) => startCooling(trx, user.id, cause, at))
    const until = new Date(at.getTime() + hours * HOUR_MS)
    const payments = [
      [sendsTo(user, payee), 500_01],
      [{ user, operation: 'withdrawBank', input: { recipientId, currency: 'USD' } }, 20_00],
      [
        { user, operation: 'withdrawPaypal', input: { email: 'a@example.com', fullName: 'Ana Rey', currency: 'USD' } },
        20_00,
      ],
    ] as const
    const refused = { status: 403, code: 'accountRestricted', details: { reason: cause, until: until.toISOString() } }
    for (const [payment, cents] of payments) expect(await pay(payment, cents)).toMatchObject(refused)
    expect(await pay(sendsTo(user, payee), 500_00)).toMatchObject(PASSES)
    expect(await pay(sendsTo(user, payee), 1)).toMatchObject(refused)
    app.clock.advance(until.getTime() - app.clock.now().getTime() - SHORTLY_MS)
    for (const [payment, cents] of payments) expect(await pay(payment, cents)).toMatchObject(refused)
    app.clock.advance(Math.max(until.getTime() - app.clock.now().getTime(), 0))
    for (const [payment, cents] of payments) expect(await pay(payment, cents)).toMatchObject(PASSES)
  },
)

test.each(['added', 'changed'])(
  'X-05 to a recipient that was %s at most 500 dollars go for 24 hours, and any amount after them',
  async (how) => {
    askWhoItIs('off')
    const user = await aPayer()
    const recipientId = await bank.aRecipient(user, {}, { isNew: how === 'added' })
    if (how === 'changed')
      expect(await call(user, 'updateRecipient', { ...RECIPIENT, recipientId, accountNumber: '4444' })).toMatchObject(
        PASSES,
      )
    const payment: Prepared = { user, operation: 'withdrawBank', input: { recipientId, currency: 'USD' } }
    const refused = await pay(payment, 500_01)
    expect(refused).toMatchObject({ status: 403, code: 'accountRestricted', details: { reason: 'recipientIsNew' } })
    expect(await pay(payment, 500_00)).toMatchObject(PASSES)
    const until = new Date(String(refused.details?.['until'])).getTime()
    app.clock.advance(until - app.clock.now().getTime() - SHORTLY_MS)
    expect(await pay(payment, 20_00)).toMatchObject({ code: 'accountRestricted' })
    app.clock.advance(Math.max(until - app.clock.now().getTime(), 0))
    expect(await pay(payment, 500_01)).toMatchObject(PASSES)
  },
)

test('a payment that only waits to be undone makes nobody known, not even to one in its batch', async () => {
  const [user, payee] = [await aPayer(), await aPayee()]
  await call(user, 'changePreferences', { undoMinutes: 60 })
  const headers = await bank.headersOf(user)
  const input = { toUser: payee.userId, currency: 'USD' }
  const { ledger } = app.services
  const { post } = ledger
  // Handed over in the same moment, in this order, they are one batch.
  const commands: (() => void)[] = []
  ledger.post = (command) =>
    new Promise((resolve, reject) => {
      commands.push(() => void post(command).then(resolve, reject))
      if (commands.length === 2) for (const hand of commands) hand()
    })
  const send = (amount: number) => call(user, 'sendInApp', { ...input, amount }, { headers })
  const small = send(1_00)
  await expect.poll(() => commands.length).toBe(1)
  const answers = await Promise.all([small, send(50_00)])
  ledger.post = post
  expect(answers).toMatchObject([{ data: { state: 'PENDING' } }, ASKS])
})
