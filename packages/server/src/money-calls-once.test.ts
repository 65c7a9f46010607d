/** Every call that moves money, sent again and again under one key: it moves money once, and every answer says the same. */
import { appEndpoints, type EndpointKey, endpointOf, invoiceId, requestId } from '@puente/contract'
import { expect, test } from 'vitest'
import { pollFeed } from '#features/zelle/poll-feed.ts'
import { newId } from '#platform/ids.ts'
import { bankIn } from '#test/bank.ts'
import { cardsIn } from '#test/cards.ts'
import type { TestUser } from '#test/factories.ts'
import { payablesIn } from '#test/payables.ts'
import { appOfFile } from '#test/suite.ts'

const app = appOfFile()
const bank = bankIn(app)
const cards = cardsIn(app)
const payables = payablesIn(app)

const REPEATS = 20
type Parties = { user: TestUser; other: TestUser }
/** What the call takes, and something else that it would take as well. */
type Bodies = { body: object; another: object }
/** What it does at once: to the wallet of who calls, to what is set aside there, to the other's wallet; in cents. */
type Moves = { wallet?: number; held?: number; other?: number; rows: number }
type Call = { prepare: (parties: Parties) => Promise<Bodies>; moves: Moves }

const USD = { currency: 'USD' }
const ten = (more: object): Bodies => ({
  body: { amount: 10_00, ...more },
  another: { amount: 11_00, ...more },
})
const toOther = async ({ other }: Parties) => ten({ toUser: other.userId, ...USD })
const call = async (user: TestUser, operation: EndpointKey, body: object, key: string) =>
  app.raw(operation, body, { key, headers: await bank.headersOf(user) })
const begun = async <Begun>(user: TestUser, operation: EndpointKey, body: object): Promise<Begun> => {
  const { status, data } = await call(user, operation, body, newId())
  expect(status).toBe(200)
  return data as Begun
}

let lastNumber = 600_000_000
/** The number of a payment of $10.00 by Zelle that our bank has already. */
const aPaidNumber = async (): Promise<string> => {
  const reference = String((lastNumber += 1))
  await app.control('POST', '/zelle/credits', { reference, amountCents: 10_00, senderName: 'MARIA LOPEZ' })
  await pollFeed(app.services)
  return reference
}

const calls: Partial<Record<EndpointKey, Call>> = {
  sendInApp: { prepare: toOther, moves: { wallet: -10_00, other: 10_00, rows: 1 } },
  testFunds: { prepare: async () => ten({}), moves: { wallet: 10_00, rows: 1 } },
  startDeposit: { prepare: async () => ten({ method: 'card', ...USD }), moves: { rows: 1 } },
  startCheckout: { prepare: toOther, moves: { rows: 1 } },
  startPayment: {
    prepare: async ({ user, other }) => ten({ toUser: other.userId, cardId: await cards.save(user), ...USD }),
    moves: { other: 10_00, rows: 1 },
  },
  placePaypalOrder: { prepare: toOther, moves: { rows: 1 } },
  capturePaypal: {
    prepare: async ({ user, other }) => {
      const { body } = await toOther({ user, other })
      const { transactionId } = await begun<{ transactionId: string }>(user, 'placePaypalOrder', body)
      await app.control('POST', '/faults', { provider: 'paypal', fault: 'dropWebhook', times: 1 })
      const approve = `/paypal/orders/${bank.refOf(transactionId)}/approve`
      const { id: paymentId, payerId } = await app.control<{ id: string; payerId: string }>('POST', approve)
      return { body: { paymentId, payerId }, another: { paymentId, payerId: 'SOMEBODYELSE1' } }
    },
    moves: { other: 10_00, rows: 0 },
  },
  zelleIntent: { prepare: toOther, moves: { rows: 1 } },
  sendZelle: {
    prepare: async ({ other }) =>
      ten({ toUser: other.userId, confirmation: await aPaidNumber(), fullName: 'María López' }),
    moves: { other: 10_00, rows: 1 },
  },
  confirmZelle: {
    prepare: async (parties) => {
      const { body } = await toOther(parties)
      const { transactionId } = await begun<{ transactionId: string }>(parties.user, 'zelleIntent', body)
      const told = { transactionId, fullName: 'María López' }
      return { body: { ...told, confirmation: await aPaidNumber() }, another: { ...told, confirmation: '999999999' } }
    },
    moves: { other: 10_00, rows: 0 },
  },
  payInvoice: {
    prepare: async ({ user, other }) => {
      const body = { invoiceId: invoiceId(await payables.anInvoice(other, user, 10_00)), payMethod: 'wallet' }
      return { body, another: { ...body, payMethod: 'card' } }
    },
    moves: { wallet: -10_00, other: 10_00, rows: 1 },
  },
  payRequest: {
    prepare: async ({ user, other }) => {
      const { id } = await payables.aRequest(other, { asked: user, amountCents: 10_00 })
      const body = { requestId: requestId(id), payMethod: 'wallet' }
      return { body, another: { ...body, payMethod: 'zelle' } }
    },
    moves: { wallet: -10_00, other: 10_00, rows: 1 },
  },
  refundInvoice: {
    prepare: async ({ user, other }) => {
      const id = await payables.anInvoice(user, other, 10_00)
      expect(await payables.payInvoice(other, id, 'wallet')).toMatchObject({ status: 200 })
      return { body: { invoiceId: invoiceId(id) }, another: { invoiceId: invoiceId(id), amount: 1_00 } }
    },
    moves: { wallet: -10_00, other: 10_00, rows: 1 },
  },
  withdrawBank: {
    prepare: async ({ user }) => {
      const withdrawn = { recipientId: await bank.aRecipient(user), ...USD }
      return { body: { amount: 20_00, ...withdrawn }, another: { amount: 21_00, ...withdrawn } }
    },
    moves: { held: 20_00, rows: 1 },
  },
  withdrawPaypal: {
    prepare: async () => {
      const withdrawn = { email: 'ana@example.com', fullName: 'Ana Rey', ...USD }
      return { body: { amount: 20_00, ...withdrawn }, another: { amount: 21_00, ...withdrawn } }
    },
    moves: { held: 20_00, rows: 1 },
  },
}

const standing = async ({ user, other }: Parties) => {
  const { balance: wallet, held } = await bank.balanceOf(user)
  return { wallet, held, other: (await bank.balanceOf(other)).balance, rows: (await bank.rowsOf(user)).length }
}
const someone = () => bank.aWithdrawer({ free: true })

type Answer = Record<string, unknown>
/** A repeat that comes before the provider has answered says that the payment is under way, and no page yet; the rest stays. */
const isUnderWay = ({ status, tipo, state }: Answer): boolean =>
  status === 'processing' || tipo === 'processing' || state === 'PENDING'
const TOLD_LATER = new Set(['status', 'tipo', 'state', 'url', 'orderId', 'approveUrl'])
const whatStays = (data: Answer) => Object.entries(data).filter(([field]) => !TOLD_LATER.has(field))

test.each(Object.entries(calls))(
  'X-01 %s twenty times at once under one key moves money once, and all are answered alike',
  async (name, { prepare, moves }) => {
    const operation = name as EndpointKey
    const parties = { user: await someone(), other: await someone() }
    const { body, another } = await prepare(parties)
    const before = await standing(parties)
    const key = newId()
    const answers = await Promise.all(Array.from({ length: REPEATS }, () => call(parties.user, operation, body, key)))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    const replayed = answers.filter(({ headers }) => headers['idempotent-replayed'] === 'true')
    expect(replayed).toHaveLength(REPEATS - 1)
    const first = answers.find((answer) => !replayed.includes(answer))?.data as Answer
    for (const answer of answers) {
      const data = answer.data as Answer
      const isEarly = isUnderWay(data) && !isUnderWay(first)
      expect(isEarly ? whatStays(data) : data).toEqual(isEarly ? whatStays(first) : first)
    }
    const [late, later] = [
      await call(parties.user, operation, body, key),
      await call(parties.user, operation, body, key),
    ]
    expect(late.headers['idempotent-replayed']).toBe('true')
    for (const { data } of [late, later]) expect(data).toEqual(first)
    expect(await call(parties.user, operation, another, key)).toMatchObject({
      status: 409,
      code: 'idempotencyConflict',
    })
    const { wallet = 0, held = 0, other = 0, rows } = moves
    const after = {
      wallet: before.wallet + wallet,
      held: before.held + held,
      other: before.other + other,
      rows: before.rows + rows,
    }
    expect(await standing(parties)).toEqual(after)

    expect(await app.raw(operation, body, { headers: await bank.headersOf(parties.user) })).toMatchObject({
      status: 400,
      code: 'missingHeader',
    })
    // The same key in other hands is another key.
    const strangers = { user: await someone(), other: await someone() }
    const { body: theirs } = await prepare(strangers)
    const independent = await call(strangers.user, operation, theirs, key)
    expect(independent).toMatchObject({ status: 200 })
    expect(independent.headers['idempotent-replayed']).toBeUndefined()
    expect(await standing(parties)).toEqual(after)
  },
)

test('every call that takes a key is among these', () => {
  const keyed = (Object.keys(appEndpoints) as EndpointKey[]).filter((key) => endpointOf(key).idempotent)
  expect(Object.keys(calls).toSorted()).toEqual(keyed.toSorted())
})
