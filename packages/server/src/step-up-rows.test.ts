/**
 * Which calls ask for a proof that it is still the same person, from which amount on, and how long money goes out slowly
 * after a change that a thief would make first: every row, at its edge. How a proof is bound to its call is shown elsewhere.
 */
import {
  appEndpoints,
  APPROVERS_MAX,
  type EndpointKey,
  endpointOf,
  invoiceId,
  requestId,
  SCHEDULES_MAX,
} from '@puente/contract'
import openapi from '@puente/contract/openapi.json' with { type: 'json' }
import { beforeEach, expect, test } from 'vitest'
import { freezeAccount, startCooling, updateAccount } from '#features/accounts/index.ts'
import { readParties } from '#features/limits/parties-store.ts'
import { transaction } from '#platform/db/transaction.ts'
import { newId } from '#platform/ids.ts'
import { bankIn, RECIPIENT } from '#test/bank.ts'
import { cardsIn } from '#test/cards.ts'
import { payablesIn } from '#test/payables.ts'
import { aPhone, aUser, anEmail, PASSWORD, type TestUser, withBalance } from '#test/factories.ts'
import { proved, waysInOf } from '#test/step-up.ts'
import { appOfFile } from '#test/suite.ts'

const app = appOfFile({ SECOND_FACTOR: 'acts' })
const bank = bankIn(app)
const { withApp, withGoogle, withPasskey } = waysInOf(app)
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

let unaskedActs = 0
/** Does it as if no one were ever asked; of several at once the last one to end asks again. */
const unasked = async <Done>(act: () => Promise<Done>): Promise<Done> => {
  unaskedActs += 1
  askWhoItIs('off')
  const done = await act()
  unaskedActs -= 1
  if (unaskedActs === 0) askWhoItIs('acts')
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
const hasPaid = async (...amounts: number[]): Promise<Prepared & { payee: TestUser }> => {
  const payee = await aPayee()
  const payment = sendsTo(await aPayer(), payee)
  for (const amount of amounts)
    expect(await call(payment.user, payment.operation, { ...payment.input, amount })).toMatchObject(PASSES)
  return { ...payment, payee }
}
const invoiceOf = (user: TestUser, issuer: TestUser, input: object): Prepared => ({
  user,
  operation: 'payInvoice',
  input,
  asking: async (amount) => ({ invoiceId: invoiceId(await payables.anInvoice(issuer, user, amount)) }),
})
const requestOf = (user: TestUser, issuer: TestUser, input: object): Prepared => ({
  user,
  operation: 'payRequest',
  input,
  asking: async (amountCents) => ({
    requestId: requestId((await payables.aRequest(issuer, { asked: user, amountCents })).id),
  }),
})

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
    prepare: async () => invoiceOf(await aPayer(), await aPayee(), { payMethod: 'wallet' }),
    belowCents: 49_99,
    atCents: 50_00,
  },
  'an invoice paid with a saved card, from $200': {
    prepare: async () => {
      const user = await aPayer()
      return invoiceOf(user, await aPayee(), { payMethod: 'card', cardId: await cards.save(user) })
    },
    belowCents: 199_99,
    atCents: 200_00,
  },
  'a request of a person never paid before, paid from the balance, from $50': {
    prepare: async () => requestOf(await aPayer(), await aPayee(), { payMethod: 'wallet' }),
    belowCents: 49_99,
    atCents: 50_00,
  },
  'a request of anyone, paid from the balance, from $200': {
    prepare: async () => {
      const { user, payee } = await hasPaid(1)
      return requestOf(user, payee, { payMethod: 'wallet' })
    },
    belowCents: 199_99,
    atCents: 200_00,
  },
  'requests and sends that make $500 within 24 hours since the last proof': {
    prepare: async () => {
      const { user, payee } = await hasPaid(40_00, 190_00, 190_00)
      return requestOf(user, payee, { payMethod: 'wallet' })
    },
    belowCents: 79_99,
    atCents: 80_00,
  },
  'a request paid with a saved card, from $200': {
    prepare: async () => {
      const user = await aPayer()
      return requestOf(user, await aPayee(), { payMethod: 'card', cardId: await cards.save(user) })
    },
    belowCents: 199_99,
    atCents: 200_00,
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
    const [payment, smaller, unaskedPayment] = await Promise.all([prepare(), prepare(), prepare()])
    const { user } = payment
    if (belowCents !== null) expect(await pay(smaller, belowCents)).toMatchObject(PASSES)
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
    expect(await unasked(() => pay(unaskedPayment, atCents))).toMatchObject(PASSES)
  },
)

test.each([
  ['a send to a person never paid before, from $50', { opFee: 'in-app' }],
  ['a send to anyone, from $200', { opFee: 'in-app' }],
  ['sends that make $500 within 24 hours since the last proof', { opFee: 'in-app' }],
  ['a payment with a saved card, from $200', { opFee: 'stripe', savedCard: true }],
])('%s: while a changed phone cannot give the proof, the quote stops at the amount', async (what, how) => {
  const { prepare, belowCents, atCents } = rows[what]!
  const payment = await prepare()
  const { user } = payment
  const { toUser } = payment.input as { toUser: string }
  const at = app.clock.now()
  await transaction(app.services.db, 'cool', (trx) => startCooling(trx, user.id, 'phoneChanged', at))
  const until = new Date(at.getTime() + 72 * HOUR_MS).toISOString()
  const quoteOf = async (amount: number) => (await call(user, 'feeAmount', { amount, toUser, ...how })).data
  const limit = { leftCents: belowCents, special: { kind: 'proof', cause: 'phoneChangedProof', until } }
  expect(await quoteOf(belowCents!)).toMatchObject({ LimitExceeded: false, limit })
  expect(await quoteOf(atCents)).toMatchObject({ LimitExceeded: true, limit: { ...limit, freesAt: until } })
  const refused = { code: 'accountRestricted', details: { reason: 'phoneChangedProof', until } }
  expect(await pay(payment, atCents)).toMatchObject(refused)
  expect(await pay(payment, belowCents!)).toMatchObject(PASSES)
})

test('the list of limits says what needs no proof while a new phone can give none, and nothing once it can', async () => {
  const user = await aPayer()
  const at = app.clock.now()
  const proofRows = async () => {
    const { rows: all } = (await call(user, 'limits', {})).data as { rows: { row: string }[] }
    return all.filter(({ row }) => row === 'proof')
  }
  expect(await proofRows()).toEqual([])
  const provesAt = new Date(at.getTime() + 72 * HOUR_MS)
  const added = { phone_proves_at: provesAt, password_hash: null }
  await app.services.db.updateTable('users').set(added).where('owner_id', '=', user.id).execute()
  const special = { kind: 'proof', cause: 'phoneAddedProof', until: provesAt.toISOString() }
  expect(await proofRows()).toMatchObject([
    { operation: 'inApp', window: 'transaction', limitCents: 199_99, leftCents: 199_99, special },
    { operation: 'withdraw', limitCents: 0, special },
  ])
  app.clock.advance(72 * HOUR_MS)
  expect(await proofRows()).toEqual([])
})

/** What a call is made with: its input, and what makes it a call that is asked about. */
type Act = (user: TestUser) => Promise<object>
const aRecipient = async (user: TestUser) => unasked(() => bank.aRecipient(user))
const unaskedCall = async (user: TestUser, operation: EndpointKey, input: object) => {
  const answer = await unasked(() => call(user, operation, input))
  expect(answer, operation).toMatchObject(PASSES)
  return answer.data as unknown as Record<string, string>
}
const anApprover = async (user: TestUser, isActive = true): Promise<TestUser> => {
  // Of one name and birthday they would be one person.
  const approver = await aUser(app.services, { tier: 1, fullName: 'Ben Lee' })
  if (!isActive) return approver
  await unaskedCall(user, 'inviteApprover', { userId: approver.userId, rule: { newPayee: true, aboveCents: 0 } })
  await unaskedCall(approver, 'answerApprover', { userId: user.userId, decision: 'accept' })
  return approver
}
const invitation = async (user: TestUser) => ({
  userId: (await anApprover(user, false)).userId,
  rule: { newPayee: true, aboveCents: 0 },
})
const aSchedule = async () => ({
  call: 'sendInApp',
  toUser: (await aPayee()).userId,
  amount: 10_00,
  currency: 'USD',
  start: new Date(app.clock.now().getTime() + 48 * HOUR_MS).toISOString(),
  timeZone: 'America/New_York',
  every: 'week',
})
const aLinkedBank = async (user: TestUser) => {
  const address = { line1: '1 Ocean Drive', city: 'Miami', state: 'FL', zipCode: '33139' }
  await transaction(app.services.db, 'give an address', (trx) =>
    updateAccount(app.services, trx, user.id, { address }, []),
  )
  await app.control('POST', '/bank-link/next', { outcome: 'link', match: user.id })
  const { link } = await unaskedCall(user, 'startBankLink', {})
  const { publicToken, institution } = await unaskedCall(user, 'bankLinkResult', { link })
  return { link, publicToken, institution, userName: user.fullName }
}

/**
 * Calls that are always asked, with an input that they accept; of those that are not here the example of the API document is
 * asked about all the same, and refused for what it names once the proof is there.
 */
const always: Partial<Record<EndpointKey, Act>> = {
  addRecipient: async () => RECIPIENT,
  updateRecipient: async (user) => ({ ...RECIPIENT, recipientId: await aRecipient(user), city: 'Round Rock' }),
  exchangeBankLink: aLinkedBank,
  createSchedule: aSchedule,
  changePassword: async () => ({ currentPassword: PASSWORD, newPassword: 'Otra-Nube-77x' }),
  startTotp: async () => ({}),
  passkeyOptions: async () => ({}),
  endSessions: async () => ({ all: 'others' }),
  exportData: async () => ({}),
  getExport: async (user) => {
    const { id } = await unaskedCall(user, 'exportData', {})
    await app.runJobs()
    return { id }
  },
  closeAccount: async () => ({}),
  removeTotp: withApp,
  renewRecoveryCodes: withApp,
  removePasskey: withPasskey,
  unlinkSocial: withGoogle,
}
/** Calls that are asked about when it matters, as they are then. Beside an enrolled factor `confirmPhone` is, in takeover.test.ts. */
const whenAsked: Partial<Record<EndpointKey, Act>> = {
  unfreeze: async (user) => unaskedCall(user, 'freeze', {}).then(() => ({})),
  requestPhoneCode: async () => ({ phone: aPhone() }),
  changeEmail: async () => ({ email: anEmail() }),
  inviteApprover: invitation,
  changeApprover: async (user) => ({
    userId: (await anApprover(user)).userId,
    rule: { newPayee: false, aboveCents: 100_00 },
  }),
  removeApprover: async (user) => ({ userId: (await anApprover(user)).userId }),
  decideApproval: async (user) => {
    const payer = await aUser(app.services, { tier: 1, fullName: 'Ben Lee' })
    await withBalance(app.services, payer, 50_00)
    await unaskedCall(payer, 'inviteApprover', { userId: user.userId, rule: { newPayee: true, aboveCents: 0 } })
    await unaskedCall(user, 'answerApprover', { userId: payer.userId, decision: 'accept' })
    const { transactionId } = await unaskedCall(payer, 'sendInApp', {
      toUser: (await aPayee()).userId,
      amount: 50_00,
      currency: 'USD',
    })
    return { transactionId, decision: 'approve' }
  },
  resumeSchedule: async (user) => {
    const { scheduleId } = await unaskedCall(user, 'createSchedule', await aSchedule())
    await unaskedCall(user, 'pauseSchedule', { scheduleId: String(scheduleId) })
    // As a run leaves it, after a change of factors.
    const { db } = app.services
    await db.updateTable('schedules').set({ waits_for_proof: true }).where('owner_id', '=', user.id).execute()
    return { scheduleId }
  },
}

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

/** As the contract marks them, so that a new one is among these cases. */
const marked = (stepUp: 'always' | 'whenAsked') =>
  (Object.keys(appEndpoints) as EndpointKey[]).filter((key) => endpointOf(key).stepUp === stepUp)

test.each([...marked('always'), ...(Object.keys(whenAsked) as EndpointKey[])])(
  'X-05 %s asks, passes with the proof, and asks nothing where no second factor is wanted',
  async (operation) => {
    const act = always[operation] ?? whenAsked[operation]
    const passes = act ? PASSES : { status: expect.not.toBeOneOf([401, 403, 500]) as number }
    for (const isAsked of [true, false]) {
      const user = await aUser(app.services, { tier: 1 })
      const headers = await bank.headersOf(user)
      const body = act ? await act(user) : exampleOf(operation)
      if (!isAsked) {
        expect(await unasked(() => call(user, operation, body, { headers }))).toMatchObject(passes)
        continue
      }
      const refused = await call(user, operation, body, { headers })
      expect(refused).toMatchObject(ASKS)
      const token = await proved({ app, user, headers }, refused)
      expect(await call(user, operation, body, { headers: { ...headers, 'step-up': token } })).toMatchObject(passes)
    }
  },
)

/** What stands in the way of an act whatever the proof: no proof or text message is spent on it. */
const inVain: [EndpointKey, object, (user: TestUser) => Promise<unknown>][] = [
  [
    'unfreeze',
    { reason: 'frozenByOperator', publicReason: 'unusualActivity' },
    ({ id: ownerId }) =>
      transaction(app.services.db, 'freeze', (trx) => {
        const byOperator = { cause: 'operator', publicReason: 'unusualActivity' } as const
        return freezeAccount(app.services, trx, { ownerId, at: app.clock.now(), ...byOperator })
      }),
  ],
  [
    'changeEmail',
    { reason: 'provedElsewhere' },
    ({ id }) => {
      const provedElsewhere = { proved_elsewhere_at: app.clock.now() }
      return app.services.db.updateTable('users').set(provedElsewhere).where('owner_id', '=', id).execute()
    },
  ],
]
test.each(inVain)(
  'X-05 %s asks for no proof where it is refused anyway: %o',
  async (operation, details, standInTheWay) => {
    const user = await aUser(app.services, { tier: 1 })
    const input = await (always[operation] ?? whenAsked[operation])!(user)
    await standInTheWay(user)
    expect(await call(user, operation, input)).toMatchObject({ status: 403, code: 'accountRestricted', details })
  },
)

/** What there is not, or no room for. */
const absent: [EndpointKey, (user: TestUser) => Promise<object>, object][] = [
  ['removeTotp', async () => ({}), { code: 'notFound' }],
  ['renewRecoveryCodes', async () => ({}), { code: 'notFound' }],
  ['removePasskey', async () => withPasskey(await aPayee()), { code: 'notFound' }],
  ['getExport', async () => ({ id: newId() }), { code: 'notFound' }],
  ['linkSocial', async () => ({ provider: 'nobody' }), { code: 'notFound' }],
  ['unlinkSocial', async () => ({ provider: 'google' }), { code: 'notFound' }],
  [
    'createSchedule',
    async (user) => {
      await unaskedCall(user, 'createSchedule', await aSchedule())
      const one = await app.services.db.selectFrom('schedules').selectAll().where('owner_id', '=', user.id).execute()
      const more = Array.from({ length: SCHEDULES_MAX - 1 }, () => ({
        ...one[0]!,
        schedule_id: newId(),
        request_hash: newId(),
      }))
      await app.services.db.insertInto('schedules').values(more).execute()
      return aSchedule()
    },
    { code: 'limitExceeded', details: { reason: 'schedules' } },
  ],
  [
    'inviteApprover',
    async (user) => {
      for (let n = 0; n < APPROVERS_MAX; n += 1) await unaskedCall(user, 'inviteApprover', await invitation(user))
      return invitation(user)
    },
    { code: 'limitExceeded', details: { reason: 'approvers' } },
  ],
]
test.each(absent)(
  'X-05 %s asks for no proof where there is nothing to prove it for',
  async (operation, inputOf, refused) => {
    const user = await aUser(app.services, { tier: 1 })
    expect(await call(user, operation, await inputOf(user))).toMatchObject(refused)
  },
)

test('X-05 an open account is open after unfreeze, without a proof, and one that is being closed says so', async () => {
  const user = await aUser(app.services, { tier: 1 })
  expect(await call(user, 'unfreeze', {})).toMatchObject({ data: { status: 'open' } })
  await app.services.db.updateTable('users').set({ status: 'closing' }).where('owner_id', '=', user.id).execute()
  expect(await call(user, 'unfreeze', {})).toMatchObject({ code: 'accountRestricted', details: { reason: 'closing' } })
})

test('every call that may ask for a proof is among these cases', async () => {
  const prepared = await Promise.all(Object.values(rows).map(({ prepare }) => prepare()))
  const cases = [...prepared.map(({ operation }) => operation), ...Object.keys(whenAsked), 'confirmPhone']
  expect([...new Set(cases)].toSorted()).toEqual(marked('whenAsked').toSorted())
})

/** What the batch of a payment at this very moment would find. */
const coolsAt = async ({ id }: TestUser, ms: number) => {
  const asked = { ownerIds: [id], payers: [], receivers: [], at: new Date(ms) }
  return (await readParties(app.services.db.pool, asked)).get(id)?.cooling
}
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
    expect(await coolsAt(user, until.getTime() - 1)).toMatchObject({ cause, until })
    expect(await coolsAt(user, until.getTime())).toBeNull()
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

test('X-05 the 500 dollars of a cooling are of all rails together, until its end and not after', async () => {
  askWhoItIs('off')
  const [user, payee] = [await aPayer(), await aPayee()]
  const cardId = await cards.save(user)
  const to = { toUser: payee.userId, currency: 'USD' }
  const payments = (): Prepared[] => [
    sendsTo(user, payee),
    invoiceOf(user, payee, { payMethod: 'wallet' }),
    requestOf(user, payee, { payMethod: 'wallet' }),
    invoiceOf(user, payee, { payMethod: 'card', cardId }),
    requestOf(user, payee, { payMethod: 'card', cardId }),
    { user, operation: 'startPayment', input: { ...to, cardId } },
    { user, operation: 'startCheckout', input: to },
    { user, operation: 'placePaypalOrder', input: to },
    { user, operation: 'zelleIntent', input: to },
    { user, operation: 'sendZelle', input: { ...to, confirmation: '123456789', fullName: user.fullName } },
  ]
  const at = app.clock.now()
  await transaction(app.services.db, 'cool', (trx) => startCooling(trx, user.id, 'passwordReset', at))
  const until = new Date(at.getTime() + DAY_HOURS * HOUR_MS)
  const refused = { status: 403, code: 'accountRestricted', details: { reason: 'passwordReset' } }
  const all = async (cents: number, answer: object, ofZelle = answer) => {
    for (const payment of payments())
      expect(await pay(payment, cents), payment.operation).toMatchObject(
        payment.operation === 'sendZelle' ? ofZelle : answer,
      )
  }
  await all(500_01, refused)
  expect(await pay({ user, operation: 'startPayment', input: { ...to, cardId } }, 500_00)).toMatchObject(PASSES)
  await all(20_00, refused)
  app.clock.advance(until.getTime() - app.clock.now().getTime() - SHORTLY_MS)
  await all(20_00, refused)
  app.clock.advance(Math.max(until.getTime() - app.clock.now().getTime(), 0))
  // Its number is looked for now, in our bank's list.
  await all(20_00, PASSES, { code: 'zelleNotFound' })
})

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
