/**
 * Which refusal a money call gets when several things are wrong at once. Every two neighbours of the order are broken
 * together, and the earlier one is the answer; the next pair shows that the later one was broken too.
 */
import type { EndpointKey, ErrorCode, Rail } from '@puente/contract'
import { expect, test } from 'vitest'
import { newId } from '#platform/ids.ts'
import { addUses } from '#platform/rate-limit/counter-store.ts'
import { bankIn } from '#test/bank.ts'
import { appOfFile } from '#test/suite.ts'
import { aUser, aVerifiedUser, signedIn, type TestUser, withBalance } from '#test/factories.ts'

const app = appOfFile()
const bank = bankIn(app)
let lastNumber = 300_000_000

const BALANCE_CENTS = 2_000_00
/** More than tier 1 may move at a time, and less than the balance. */
const TOO_MUCH_CENTS = 1_500_00

type Call = { person: TestUser; body: Record<string, unknown>; headers: Record<string, string>; key: string | null }
type Check = {
  what: string
  refusal: { code: ErrorCode; details?: object }
  /** Makes this check fail, and no other. */
  spoil: (call: Call) => unknown
}

const change = (row: object) => async (call: Call) => {
  await app.services.db.updateTable('users').set(row).where('owner_id', '=', call.person.id).execute()
}

const bearer: Check = {
  what: 'the bearer',
  refusal: { code: 'invalidToken' },
  spoil: (call) => (call.headers.authorization += 'x'),
}
const budget: Check = {
  what: 'the budget of calls',
  refusal: { code: 'tooManyRequests' },
  spoil: ({ person }) =>
    addUses(app.services.db, `route:money:${person.id}`, 60_000, 1_000_000, app.services.clock.now()),
}
const key: Check = { what: 'the key', refusal: { code: 'missingHeader' }, spoil: (call) => (call.key = null) }
const form: Check = {
  what: 'the form',
  refusal: { code: 'invalidAmount' },
  spoil: ({ body }) => (body.amount = -1),
}
const storedAnswer: Check = {
  what: 'what is stored under the key',
  refusal: { code: 'idempotencyConflict' },
  spoil: (call) =>
    app.services.ledger.post({
      ownerId: call.person.id,
      key: call.key ?? '',
      requestHash: 'of another request',
      kind: 'test.stored',
      transferId: newId(),
    }),
}
const account: Check = {
  what: 'the account',
  refusal: { code: 'accountRestricted' },
  spoil: change({ status: 'frozen' }),
}
const email: Check = {
  what: 'the email',
  refusal: { code: 'emailNotVerified' },
  spoil: change({ email_verified_at: null }),
}
const phone: Check = {
  what: 'the phone',
  refusal: { code: 'kycRequired', details: { missing: ['phone'] } },
  spoil: change({ phone_verified_at: null }),
}
const terms: Check = {
  what: 'the terms',
  refusal: { code: 'kycRequired', details: { missing: ['terms'] } },
  spoil: change({ terms_version: null }),
}
const tier: Check = {
  what: 'the tier',
  refusal: { code: 'kycRequired', details: { missing: ['tier1'] } },
  spoil: change({ tier: 0 }),
}
const destination: Check = {
  what: 'who is paid',
  refusal: { code: 'userNotFound' },
  spoil: ({ body }) => (body.toUser = 'nobody.of-that-name'),
}
const receiving: Check = {
  what: 'whether that person can receive',
  refusal: { code: 'invalidUser' },
  spoil: async ({ body }) => (body.toUser = (await aUser(app.services, { tier: -1 })).userId),
}
const turn = (rail: Rail, isOn: boolean) => {
  const row = { name: `rail:${rail}`, is_on: isOn }
  const turned = app.services.db.insertInto('switches').values(row)
  return turned.onConflict((conflict) => conflict.column('name').doUpdateSet(row)).execute()
}
const sending: Check = {
  what: 'sending',
  refusal: { code: 'serviceUnavailable', details: { rail: 'inApp' } },
  spoil: () => turn('inApp', false),
}
const rail: Check = {
  what: 'the card rail',
  refusal: { code: 'serviceUnavailable', details: { rail: 'card' } },
  spoil: () => (app.services.config.card = 'off'),
}
const banks: Check = {
  what: 'the rail to banks',
  refusal: { code: 'serviceUnavailable', details: { rail: 'bank' } },
  spoil: () => turn('bank', false),
}
const byPaypal: Check = {
  what: 'the PayPal rail',
  refusal: { code: 'serviceUnavailable', details: { rail: 'paypal' } },
  spoil: () => turn('paypal', false),
}
const byZelle: Check = {
  what: 'the Zelle rail',
  refusal: { code: 'serviceUnavailable', details: { rail: 'zelle' } },
  spoil: () => turn('zelle', false),
}
const recipient: Check = {
  what: 'the account at a bank',
  refusal: { code: 'invalidTo' },
  spoil: ({ body }) => (body.recipientId = `rcp_${newId().replaceAll('-', '')}`),
}
const limits: Check = {
  what: 'the limits',
  refusal: { code: 'limitExceeded' },
  spoil: ({ body }) => (body.amount = TOO_MUCH_CENTS),
}
const balance: Check = {
  what: 'the balance',
  refusal: { code: 'senderUnsufficientFunds' },
  spoil: ({ person }) => withBalance(app.services, person, -BALANCE_CENTS),
}

const everyMoneyCall: readonly Check[] = [bearer, budget, key, form, storedAnswer, account, email, phone, terms]
const orders = {
  sendInApp: [...everyMoneyCall, tier, destination, receiving, sending, limits, balance],
  startDeposit: [...everyMoneyCall, rail, limits],
  startCheckout: [...everyMoneyCall, destination, receiving, rail, limits],
  placePaypalOrder: [...everyMoneyCall, destination, receiving, byPaypal, limits],
  zelleIntent: [...everyMoneyCall, destination, receiving, byZelle, limits],
  sendZelle: [...everyMoneyCall, destination, receiving, byZelle, limits],
  // Adding the account has counted in the budget already, in the share of it that this process has taken.
  withdrawBank: [...everyMoneyCall.filter((check) => check !== budget), tier, recipient, banks, limits, balance],
  withdrawPaypal: [...everyMoneyCall, tier, byPaypal, limits, balance],
} as const satisfies Partial<Record<EndpointKey, Check[]>>
type Key = keyof typeof orders

const specialOf = async (of: Key, person: TestUser, friend: TestUser): Promise<Record<string, unknown>> => {
  if (of === 'startDeposit') return { method: 'card' }
  if (of === 'withdrawBank') return { recipientId: await bank.aRecipient(person) }
  if (of === 'withdrawPaypal') return { email: 'ana@example.com', fullName: 'Ana Rey' }
  const number = { confirmation: String((lastNumber += 1)), fullName: 'Ana Rey' }
  return { toUser: friend.userId, ...(of === 'sendZelle' && number) }
}

const goodCall = async (of: Key): Promise<Call> => {
  const [person, friend] = [await aVerifiedUser(app.services), await aVerifiedUser(app.services)]
  await withBalance(app.services, person, BALANCE_CENTS)
  const body = { amount: 20_00, currency: 'USD', ...(await specialOf(of, person, friend)) }
  return { person, body, headers: await signedIn(app.services, person), key: newId() }
}

/** What the call is answered with all of these broken. */
const answerWith = async (of: Key, checks: Check[]) => {
  const { card } = app.services.config
  const call = await goodCall(of)
  for (const { spoil } of checks) await spoil(call)
  const { headers, key: sent, body } = call
  const answer = await app.raw(of, body, { headers, ...(sent === null ? {} : { key: sent }) })
  app.services.config.card = card
  for (const rail of ['inApp', 'bank', 'paypal', 'zelle'] as const) await turn(rail, true)
  return answer
}

const pairs = (Object.keys(orders) as Key[]).flatMap((of) =>
  orders[of].slice(1).map((later, at) => ({ of, earlier: orders[of][at]!, later })),
)

test.each(pairs.map((pair) => [pair.of, pair.earlier.what, pair.later.what, pair] as const))(
  'A-90 %s tells about %s before %s',
  async (of, _earlier, _later, { earlier, later }) => {
    expect(await answerWith(of, [later, earlier])).toMatchObject(earlier.refusal)
  },
)

test.each(Object.keys(orders) as Key[])(
  'A-90 %s tells about what is last, and passes with nothing wrong',
  async (of) => {
    const last = orders[of].at(-1)!
    expect(await answerWith(of, [last])).toMatchObject(last.refusal)
    // No money came for the number of a send by Zelle.
    const passed = of === 'sendZelle' ? { status: 422, code: 'zelleNotFound' } : { status: 200 }
    expect(await answerWith(of, [])).toMatchObject(passed)
  },
)

test('A-90 EC-18 the key is looked at before a body that cannot even be read', async () => {
  const { headers } = await goodCall('sendInApp')
  const send = (more: object) =>
    fetch(`${app.url}/api/send/in-app`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', ...more },
      body: '{"toUser":',
    })
  expect(await (await send({})).json()).toMatchObject({ code: 'missingHeader', details: { header: 'Idempotency-Key' } })
  expect(await (await send({ 'idempotency-key': newId() })).json()).toMatchObject({ code: 'invalidRequest' })
})
