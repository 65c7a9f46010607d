/**
 * What a money verb sees before it posts may be different when its batch decides. So each refusal of a money call is
 * raced against its cause: the cause comes after the verb has looked and before the ledger takes the command, and the call
 * must still be refused. A check that is made in the verb alone fails here.
 */
import {
  appEndpoints,
  BEARER_REFUSALS,
  COMMON_REFUSALS,
  type AppEndpoints,
  type EndpointKey,
  endpointOf,
  type ErrorCode,
  invoiceId,
  refusalsOf,
  requestId,
} from '@puente/contract'
import { forParticipant, type Ledger } from '@puente/ledger'
import { afterEach, expect, test } from 'vitest'
import { limitsParticipant, partiesParticipant } from '#features/limits/index.ts'
import { withClient } from '#platform/db/pool.ts'
import { newId } from '#platform/ids.ts'
import { cardsIn } from '#test/cards.ts'
import { watchTables } from '#test/asked-tables.ts'
import { pollFeed } from '#features/zelle/poll-feed.ts'
import { aVerifiedUser, signedIn, type TestUser, withBalance } from '#test/factories.ts'
import { RECIPIENT } from '#test/bank.ts'
import { callProved, proved } from '#test/step-up.ts'
import { payablesIn } from '#test/payables.ts'
import { appOfFile } from '#test/suite.ts'

type MoneyKey = {
  [K in EndpointKey]: AppEndpoints[K] extends { idempotent: true } ? K : never
}[EndpointKey]

const HERE = 'packages/server/src/raced-refusals.test.ts'
const AMOUNT_CENTS = 100_00
const BALANCE_CENTS = 500_00

const app = appOfFile({ SECOND_FACTOR: 'acts' })
const payables = payablesIn(app)

const asSuperuser = (text: string) => withClient(app.database.superuserUrl, (client) => client.query(text))
afterEach(async () => {
  await asSuperuser('update money_frozen set frozen = false, reason = null')
  await asSuperuser(`delete from fee_rows where operation = 'in-app' and bps > 0`)
})

/** A call that would be accepted, and the people in it. */
type World = {
  person: TestUser
  friend: TestUser
  headers: { authorization: string }
  key: string
  body: Record<string, unknown>
}

const post = (of: EndpointKey, { headers, body }: World, key: string) => app.raw(of, body, { headers, key })

type People = Pick<World, 'person' | 'friend'> & { cardId: string }

/** A good call of each money endpoint. */
const bodies: Record<MoneyKey, (people: People) => Record<string, unknown>> = {
  sendInApp: ({ friend }) => ({
    toUser: friend.userId,
    amount: AMOUNT_CENTS,
    currency: 'USD',
    expectedTotalCharge: AMOUNT_CENTS,
  }),
  startDeposit: () => ({
    method: 'card',
    amount: AMOUNT_CENTS,
    currency: 'USD',
    expectedTotalCharge: AMOUNT_CENTS,
  }),
  testFunds: () => ({ amount: AMOUNT_CENTS }),
  startPayment: ({ friend, cardId }) => ({
    cardId,
    toUser: friend.userId,
    amount: AMOUNT_CENTS,
    currency: 'USD',
    expectedTotalCharge: AMOUNT_CENTS,
  }),
  // Whom it pays is added once there is a recipient.
  withdrawBank: () => ({ amount: AMOUNT_CENTS, currency: 'USD', expectedTotalCharge: AMOUNT_CENTS }),
  zelleIntent: ({ friend }) => ({
    toUser: friend.userId,
    amount: AMOUNT_CENTS,
    currency: 'USD',
    expectedTotalCharge: AMOUNT_CENTS,
  }),
  sendZelle: ({ friend }) => ({
    toUser: friend.userId,
    amount: AMOUNT_CENTS,
    currency: 'USD',
    expectedTotalCharge: AMOUNT_CENTS,
    confirmation: '123456789',
    fullName: 'Ana Ruiz',
  }),
  confirmZelle: () => ({ confirmation: '123456789', fullName: 'Ana Ruiz' }),
  startCheckout: ({ friend }) => ({
    toUser: friend.userId,
    amount: AMOUNT_CENTS,
    currency: 'USD',
    expectedTotalCharge: AMOUNT_CENTS,
  }),
  placePaypalOrder: ({ friend }) => ({
    toUser: friend.userId,
    amount: AMOUNT_CENTS,
    currency: 'USD',
    expectedTotalCharge: AMOUNT_CENTS,
  }),
  withdrawPaypal: () => ({
    email: 'ana@example.com',
    fullName: 'Ana Rey',
    amount: AMOUNT_CENTS,
    currency: 'USD',
    expectedTotalCharge: AMOUNT_CENTS,
  }),
  // What they are about has to be there first: see `aWorld`.
  capturePaypal: () => ({}),
  payInvoice: () => ({}),
  payRequest: () => ({}),
  refundInvoice: () => ({}),
}

/** An order that its payer approved, as the address says that the payer returns to. */
const anApprovedOrder = async ({ friend, headers }: World): Promise<Record<string, unknown>> => {
  const body = bodies.placePaypalOrder({ person: friend, friend, cardId: '' })
  const { data } = await app.call('placePaypalOrder', body as never, { headers, key: newId() })
  type Approved = { id: string; payerId: string }
  const { id, payerId } = await app.control<Approved>('POST', `/paypal/orders/${data.orderId}/approve`)
  return { paymentId: id, payerId }
}

type Cause = (world: World) => Promise<unknown>

const change =
  (whom: 'person' | 'friend', row: object): Cause =>
  (world) =>
    app.services.db.updateTable('users').set(row).where('owner_id', '=', world[whom].id).execute()

/** As if the person had moved as much in these groups of operations. */
const use =
  (operations: readonly ('inApp' | 'outgoing' | 'deposit' | 'withdraw')[], amountCents: number, times = 1): Cause =>
  async ({ person: { id: ownerId } }) => {
    for (let n = 0; n < times; n += 1) {
      const movementId = newId()
      const take = { ownerId, movementId, operations, amountCents: BigInt(amountCents) }
      const { accepted } = await app.services.ledger.post({
        ownerId,
        key: movementId,
        requestHash: movementId,
        kind: 'test.used',
        transferId: movementId,
        participants: {
          ...forParticipant(partiesParticipant, { payer: { ownerId, minTier: 0 } }),
          ...forParticipant(limitsParticipant, { take }),
        },
      })
      expect(accepted).toBe(true)
    }
  }

const useUpFreeOperations: Cause = ({ person }) =>
  app.services.db
    .insertInto('free_operations')
    .values([1, 2, 3].map(() => ({ owner_id: person.id, movement_id: newId(), at: new Date() })))
    .execute()

const cool: Cause = ({ person }) =>
  app.services.db
    .insertInto('coolings')
    .values({
      owner_id: person.id,
      cause: 'passwordReset',
      started_at: new Date(),
      ends_at: new Date(Date.now() + 86_400_000),
    })
    .execute()

const changeRecipient =
  (row: object): Cause =>
  ({ person }) =>
    app.services.db.updateTable('recipients').set(row).where('owner_id', '=', person.id).execute()

/** What went days ago counts for the week alone. */
const useUpWeek: Cause = async ({ person }) => {
  const at = new Date(Math.floor(Date.now() / 900_000) * 900_000 - 2 * 86_400_000)
  const used = { owner_id: person.id, operations: 'withdraw' }
  const { db } = app.services
  await db
    .insertInto('limit_usage')
    .values({ ...used, at, movement_id: newId(), amount_cents: 9_950_00n })
    .execute()
  await db
    .insertInto('limit_buckets')
    .values({ ...used, starts_at: at, cents: 9_950_00n, oldest_at: at, newest_at: at })
    .execute()
}

const useUpProof: Cause = ({ person }) =>
  app.services.db
    .updateTable('step_up_challenges')
    .set({ used_at: new Date() })
    .where('owner_id', '=', person.id)
    .execute()

const useKey: Cause = ({ person, key }) =>
  app.services.ledger.post({
    ownerId: person.id,
    key,
    requestHash: 'of another request',
    kind: 'test.stored',
    transferId: newId(),
  })

const all =
  (...causes: Cause[]): Cause =>
  async (world) => {
    for (const cause of causes) await cause(world)
  }

/** One reason for one refusal, and what brings it about. */
type Race = {
  when: string
  code: ErrorCode
  details?: object
  cause: Cause
  /** Makes the call another one than the plain good call. */
  prepare?: (world: World) => Promise<Record<string, unknown>>
}

const ofEveryPayer: Race[] = [
  {
    when: 'the account is frozen',
    code: 'accountRestricted',
    details: { reason: 'frozen' },
    cause: change('person', { status: 'frozen' }),
  },
  {
    when: 'the account is being closed',
    code: 'accountRestricted',
    details: { reason: 'closing' },
    cause: change('person', { status: 'closing' }),
  },
  {
    when: 'the account is closed',
    code: 'accountRestricted',
    details: { reason: 'closed' },
    cause: change('person', { status: 'closed' }),
  },
  {
    when: 'all money is frozen',
    code: 'accountRestricted',
    details: { reason: 'moneyFrozen' },
    cause: () => app.services.ledger.freeze('a drill'),
  },
  {
    when: 'the email is no longer verified',
    code: 'emailNotVerified',
    cause: change('person', { email_verified_at: null }),
  },
  {
    when: 'the phone is no longer verified',
    code: 'kycRequired',
    details: { missing: ['phone'] },
    cause: change('person', { phone_verified_at: null }),
  },
  {
    when: 'the consent to the terms is dropped',
    code: 'kycRequired',
    details: { missing: ['terms'] },
    cause: change('person', { terms_version: null }),
  },
  { when: 'the key is used for something else', code: 'idempotencyConflict', cause: useKey },
]

const depositsUsedUp: Race = {
  when: 'other deposits use up the limit',
  code: 'limitExceeded',
  cause: use(['deposit'], 999_00, 10),
}

const receiverGone: Race[] = [
  {
    when: 'the receiver blocks the payer',
    code: 'invalidUser',
    cause: ({ person, friend }) =>
      app.services.db
        .insertInto('blocks')
        .values({ owner_id: friend.id, blocked_id: person.id, blocked_at: new Date() })
        .execute(),
  },
  { when: 'the receiver’s account is closed', code: 'invalidUser', cause: change('friend', { status: 'closed' }) },
  {
    when: 'the receiver’s phone is no longer verified',
    code: 'invalidUser',
    cause: change('friend', { phone_verified_at: null }),
  },
]

const quoteChanged: Race = {
  when: 'the free operations are used up',
  code: 'invalidAmount',
  details: { reason: 'quoteChanged' },
  cause: useUpFreeOperations,
}

const sendsUsedUp: Race = {
  when: 'other sends use up the limit',
  code: 'limitExceeded',
  cause: use(['outgoing'], 999_00, 10),
}

const tierLost: Race = {
  when: 'the tier is lost',
  code: 'kycRequired',
  details: { missing: ['tier1'] },
  cause: change('person', { tier: 0 }),
}

const balanceSpent: Race = {
  when: 'the balance is spent',
  code: 'senderUnsufficientFunds',
  cause: ({ person }) => withBalance(app.services, person, -BALANCE_CENTS),
}

/** As if the person had withdrawn all that a week allows, two days ago. */
const useUpTheWeek: Cause = ({ person }) => {
  const quarterMs = 900_000
  const then = new Date(Math.floor(Date.now() / quarterMs) * quarterMs - 2 * 86_400_000)
  const times = { starts_at: then, oldest_at: then, newest_at: then }
  return app.services.db
    .insertInto('limit_buckets')
    .values({ owner_id: person.id, operations: 'withdraw', cents: 1_000_000n, ...times })
    .execute()
}

const anotherAttemptOf = (of: MoneyKey): Race => ({
  when: 'another attempt follows the same one',
  code: 'serviceUnavailable',
  details: { reason: 'anotherAttempt' },
  prepare: async (world) => {
    const { data } = await post(of, world, newId())
    return { ...world.body, sendSessionId: (data as { sendSessionId: string }).sendSessionId }
  },
  cause: async (world) => expect(await post(of, world, newId())).toMatchObject({ status: 200 }),
})

/** Of money that leaves the house, whatever the rail. */
const ofEveryWithdrawal: Race[] = [
  ...ofEveryPayer,
  tierLost,
  {
    when: 'the account cools after a password reset',
    code: 'accountRestricted',
    details: { reason: 'passwordReset', operation: 'withdraw' },
    cause: cool,
  },
  sendsUsedUp,
  quoteChanged,
  {
    when: 'other withdrawals use up the week',
    code: 'maxWithdrawLimitReached',
    details: { row: 'L-12' },
    cause: useUpTheWeek,
  },
  {
    when: 'the proof is used for something else',
    code: 'stepUpRequired',
    cause: ({ person }) =>
      app.services.db
        .updateTable('step_up_challenges')
        .set({ used_at: new Date(0) })
        .where('owner_id', '=', person.id)
        .execute(),
  },
  balanceSpent,
]

const numberUsed: Race = {
  when: 'the number is given for another payment',
  code: 'invalidConfirmationNumber',
  cause: async (world) => {
    const { transactionId } = await zelleSend(world, AMOUNT_CENTS + 1)
    const body = { transactionId, confirmation: world.body['confirmation'], fullName: 'Somebody Else' }
    expect(await app.raw('confirmZelle', body, { headers: world.headers, key: newId() })).toMatchObject({
      code: 'zelleNotFound',
    })
  },
}

/** Of what is paid from the wallet. */
const ofEveryWalletPayment: Race[] = [
  ...ofEveryPayer,
  {
    when: 'the account cools after a password reset',
    code: 'accountRestricted',
    details: { reason: 'passwordReset' },
    cause: all(use(['outgoing'], 450_00), cool),
  },
  ...receiverGone,
  { when: 'other sends use up the limit', code: 'limitExceeded', cause: use(['inApp'], 2_450_00) },
  { when: 'other sends come close to what asks for a proof', code: 'stepUpRequired', cause: use(['inApp'], 450_00) },
  {
    when: 'the schedule asks another fee',
    code: 'invalidAmount',
    details: { reason: 'quoteChanged' },
    cause: all(useUpFreeOperations, () =>
      asSuperuser(
        `insert into fee_rows (operation, from_cents, bps, fixed_cents, effective_from) values ('in-app', 0, 100, 0, '2026-01-02')`,
      ),
    ),
  },
  balanceSpent,
]

/** A page is opened for what the call is about, after it has looked at whether one is. */
const pageOpened = (of: MoneyKey): Race => ({
  when: 'a payment by card begins',
  code: 'serviceUnavailable',
  details: { reason: 'anotherAttempt' },
  cause: async (world) => {
    const body = { ...world.body, payMethod: 'card' }
    expect(await post(of, { ...world, body }, newId())).toMatchObject({ status: 200 })
  },
})

const changeInvoice =
  (row: object): Cause =>
  ({ person, friend }) =>
    app.services.db.updateTable('invoices').set(row).where('owner_id', 'in', [person.id, friend.id]).execute()

/** Add a row here for each reason that lets a money endpoint refuse and may come about at any moment. */
const races: Record<MoneyKey, Race[]> = {
  sendInApp: [
    ...ofEveryPayer,
    tierLost,
    {
      when: 'the account cools after a password reset',
      code: 'accountRestricted',
      details: { reason: 'passwordReset' },
      cause: all(use(['outgoing'], 450_00), cool),
    },
    ...receiverGone,
    { when: 'other sends use up the limit', code: 'limitExceeded', cause: use(['inApp'], 2_450_00) },
    { when: 'other sends come close to what asks for a proof', code: 'stepUpRequired', cause: use(['inApp'], 450_00) },
    {
      when: 'the schedule asks another fee',
      code: 'invalidAmount',
      details: { reason: 'quoteChanged' },
      cause: all(useUpFreeOperations, () =>
        asSuperuser(
          `insert into fee_rows (operation, from_cents, bps, fixed_cents, effective_from) values ('in-app', 0, 100, 0, '2026-01-02')`,
        ),
      ),
    },
    balanceSpent,
  ],
  startDeposit: [...ofEveryPayer, depositsUsedUp, quoteChanged, anotherAttemptOf('startDeposit')],
  testFunds: [...ofEveryPayer, depositsUsedUp],
  startPayment: [...ofEveryPayer, ...receiverGone, sendsUsedUp, quoteChanged],
  withdrawBank: [
    ...ofEveryPayer,
    {
      when: 'the tier is lost',
      code: 'kycRequired',
      details: { missing: ['tier1'] },
      cause: change('person', { tier: 0 }),
    },
    {
      when: 'the account cools after a password reset',
      code: 'accountRestricted',
      details: { reason: 'passwordReset' },
      cause: cool,
    },
    {
      when: 'the recipient is taken off the list',
      code: 'invalidTo',
      cause: changeRecipient({ deleted_at: new Date() }),
    },
    {
      when: 'a return says that the recipient takes no money',
      code: 'invalidTo',
      details: { reason: 'recipientUnusable' },
      cause: changeRecipient({ unusable_code: 'R03' }),
    },
    {
      when: 'the recipient is changed',
      code: 'invalidTo',
      details: { reason: 'recipientChanged' },
      cause: changeRecipient({ version_id: newId() }),
    },
    {
      when: 'other withdrawals use up what may go to a new recipient',
      code: 'accountRestricted',
      details: { reason: 'recipientIsNew' },
      cause: changeRecipient({ cooling_used_cents: 450_00n }),
    },
    { when: 'other withdrawals use up the day', code: 'limitExceeded', cause: use(['withdraw'], 490_00, 5) },
    { when: 'other withdrawals use up the week', code: 'maxWithdrawLimitReached', cause: useUpWeek },
    { when: 'the proof is used for something else', code: 'stepUpRequired', cause: useUpProof },
    {
      when: 'the free operations are used up',
      code: 'invalidAmount',
      details: { reason: 'quoteChanged' },
      cause: useUpFreeOperations,
    },
    {
      when: 'the balance is spent',
      code: 'senderUnsufficientFunds',
      cause: ({ person }) => withBalance(app.services, person, -BALANCE_CENTS),
    },
  ],
  zelleIntent: [...ofEveryPayer, ...receiverGone, sendsUsedUp, quoteChanged],
  sendZelle: [...ofEveryPayer, ...receiverGone, sendsUsedUp, quoteChanged, numberUsed],
  confirmZelle: [
    ...ofEveryPayer,
    numberUsed,
    {
      when: 'other numbers use up the tries',
      code: 'tooManyRequests',
      details: { reason: 'confirmationNumbers' },
      cause: ({ person }) =>
        app.services.db.updateTable('zelle_intents').set({ tries: 5 }).where('owner_id', '=', person.id).execute(),
    },
    {
      when: 'the payment is given up',
      code: 'invalidTransactionId',
      cause: async ({ headers, body }) =>
        expect(await app.raw('cancelTransaction', { transactionId: body['transactionId'] }, { headers })).toMatchObject(
          { status: 200 },
        ),
    },
  ],
  startCheckout: [...ofEveryPayer, ...receiverGone, sendsUsedUp, quoteChanged, anotherAttemptOf('startCheckout')],
  placePaypalOrder: [...ofEveryPayer, ...receiverGone, sendsUsedUp, quoteChanged, anotherAttemptOf('placePaypalOrder')],
  capturePaypal: ofEveryPayer,
  payInvoice: [
    ...ofEveryWalletPayment,
    pageOpened('payInvoice'),
    { when: 'its issuer takes it back', code: 'invalidInvoice', cause: changeInvoice({ state: 'cancelled' }) },
    {
      when: 'it is paid by another call',
      code: 'invalidInvoice',
      details: { reason: 'paid' },
      cause: async (world) => expect(await post('payInvoice', world, newId())).toMatchObject({ status: 200 }),
    },
  ],
  payRequest: [
    ...ofEveryWalletPayment,
    tierLost,
    pageOpened('payRequest'),
    {
      when: 'its time is over',
      code: 'notFound',
      details: { reason: 'expired' },
      cause: ({ friend }) =>
        app.services.db
          .updateTable('money_requests')
          .set({ expires_at: new Date(0) })
          .where('owner_id', '=', friend.id)
          .execute(),
    },
    {
      when: 'it is paid by another call',
      code: 'notFound',
      details: { reason: 'paid' },
      cause: async (world) => expect(await post('payRequest', world, newId())).toMatchObject({ status: 200 }),
    },
  ],
  refundInvoice: [
    ...ofEveryPayer,
    { when: 'the payer’s account is closed', code: 'invalidUser', cause: change('friend', { status: 'closed' }) },
    {
      when: 'some of it is given back by another call',
      code: 'invalidInvoice',
      details: { leftCents: AMOUNT_CENTS - 1 },
      cause: async (world) => {
        const part = { ...world, body: { ...world.body, amount: 1 } }
        expect(await post('refundInvoice', part, newId())).toMatchObject({ status: 200 })
      },
    },
    {
      when: 'the balance is spent',
      code: 'senderUnsufficientFunds',
      cause: ({ person }) => withBalance(app.services, person, -(BALANCE_CENTS + AMOUNT_CENTS)),
    },
  ],
  withdrawPaypal: ofEveryWithdrawal,
}

/** What is said of the call as it stands, or before any verb is asked. */
const SAID_OF_THE_CALL: ReadonlySet<ErrorCode> = new Set([
  ...COMMON_REFUSALS,
  ...BEARER_REFUSALS,
  'invalidCurrency',
  'invalidTo',
  'invalidNote',
  'invalidPayMethod',
  'cardIdMissing',
  'invalidEmail',
  'fullNameMissing',
  'invalidName',
  'invalidFullName',
])

const PAYEE_GONE = 'a person is not deleted; a receiver who closes the account is `invalidUser`'
const QUOTED_BEFORE = 'what the order costs and counts was decided when it was placed'
const SESSION_OVER = 'a send session that ends in between goes on with the attempt that follows'

const PAID_AT_THE_BANK = 'whoever pays in their bank’s app proves there that it is theirs'
const MONEY_COMES_LATER = 'it is told after the number was noted, and the money is looked for until it comes'

/** Refusals whose reason may come about after the verb has looked, and does no harm then: why. */
const HARMLESS: Partial<Record<MoneyKey, Partial<Record<ErrorCode, string>>>> = {
  sendInApp: { userNotFound: PAYEE_GONE },
  startDeposit: {
    invalidCardNumber: 'whether a card can be charged is for its provider to say, and it says so',
    notFound: SESSION_OVER,
    stepUpRequired: 'no proof is asked for money that comes in',
  },
  startPayment: {
    userNotFound: PAYEE_GONE,
    notFound: SESSION_OVER,
    invalidCardNumber: 'whether a card can be charged is for its provider to say, and it says so',
    stepUpRequired: 'one amount alone asks for it, and it does not change between the look and the batch',
  },
  startCheckout: {
    userNotFound: PAYEE_GONE,
    notFound: SESSION_OVER,
    stepUpRequired: 'whoever enters a card on the provider’s page proves there that it is theirs',
  },
  placePaypalOrder: {
    userNotFound: PAYEE_GONE,
    notFound: SESSION_OVER,
    stepUpRequired: 'whoever approves an order on PayPal’s page proves there that it is theirs',
  },
  capturePaypal: {
    invalidpaymentId: 'whose an order is never changes, and its end is answered to one key',
    invalidPayerId: 'who approved an order never changes',
    invalidAmount: QUOTED_BEFORE,
    limitExceeded: QUOTED_BEFORE,
    stepUpRequired: QUOTED_BEFORE,
  },
  zelleIntent: { userNotFound: PAYEE_GONE, stepUpRequired: PAID_AT_THE_BANK },
  sendZelle: {
    userNotFound: PAYEE_GONE,
    stepUpRequired: PAID_AT_THE_BANK,
    zelleNotFound: MONEY_COMES_LATER,
    invalidTransactionId: 'what an intent was for does not change, and whether it waits is raced for confirmZelle',
  },
  confirmZelle: {
    stepUpRequired: PAID_AT_THE_BANK,
    zelleNotFound: MONEY_COMES_LATER,
    invalidAmount: 'what is to be paid was fixed before',
    limitExceeded: 'what it uses of limits was taken when it began',
  },
  payInvoice: {
    invalidCardNumber: 'whether a card can be charged is for its provider to say, and it says so',
    notFound: SESSION_OVER,
  },
  payRequest: { invalidCardNumber: 'whether a card can be charged is for its provider to say, and it says so' },
  refundInvoice: {
    stepUpRequired: 'no proof is asked for what is given back to whoever paid it',
    limitExceeded: 'what is given back counts in no limit',
    invalidAmount: 'it costs nothing, so no total is expected',
  },
  testFunds: {
    stepUpRequired: 'no proof is asked for money that comes in',
    notFound: 'whether made-up money is given is a setting of the process',
    invalidAmount: 'it costs nothing, so no total is expected',
  },
}

const moneyKeys = (Object.keys(appEndpoints) as EndpointKey[]).filter(
  (key): key is MoneyKey => endpointOf(key).idempotent === true,
)

/** What is asked for, by the friend of the person or, to be given back, by the person of the friend, who has paid it. */
const aPayable = async (of: MoneyKey, { person, friend }: World): Promise<Record<string, unknown>> => {
  const how = { payMethod: 'wallet', expectedTotalCharge: AMOUNT_CENTS }
  if (of === 'payRequest') {
    const { id } = await payables.aRequest(friend, { asked: person, amountCents: AMOUNT_CENTS })
    return { requestId: requestId(id), ...how }
  }
  if (of === 'payInvoice')
    return { invoiceId: invoiceId(await payables.anInvoice(friend, person, AMOUNT_CENTS)), ...how }
  const id = invoiceId(await payables.anInvoice(person, friend, AMOUNT_CENTS))
  const payer = { app, user: friend, headers: await signedIn(app.services, friend) }
  const paid = await callProved(payer, 'payInvoice', { invoiceId: id, payMethod: 'wallet' }, { key: newId() })
  expect(paid).toMatchObject({ status: 200 })
  return { invoiceId: id, amount: AMOUNT_CENTS }
}

/** So that the amount of the good call asks for no proof. */
const payBefore = async ({ person, friend, headers }: World): Promise<void> => {
  await withBalance(app.services, person, 1)
  const body = { toUser: friend.userId, amount: 1, currency: 'USD' }
  expect(await app.raw('sendInApp', body, { headers, key: newId() })).toMatchObject({ status: 200 })
}

/** A recipient of the person's own, and the proof that a withdrawal to it asks for. */
const withRecipient = async (world: World): Promise<World> => {
  const prover = { app, user: world.person, headers: world.headers }
  const { data } = await callProved(prover, 'addRecipient', RECIPIENT)
  const body = { ...world.body, recipientId: (data as { id: string }).id }
  const asked = await post('withdrawBank', { ...world, body }, newId())
  const headers = { ...world.headers, 'step-up': await proved(prover, asked) }
  return { ...world, body, headers }
}

/** What always asks for a proof: the good call brings one. */
const PROVED: ReadonlySet<MoneyKey> = new Set<MoneyKey>(['withdrawPaypal'])
const withProof = async (of: MoneyKey, world: World): Promise<World> => {
  const refused = await post(of, world, world.key)
  const token = await proved({ app, user: world.person, headers: world.headers }, refused)
  return { ...world, headers: { ...world.headers, 'step-up': token } as World['headers'] }
}

const zelleSend = async ({ friend, headers }: World, amount = AMOUNT_CENTS): Promise<{ transactionId: string }> => {
  const body = { toUser: friend.userId, amount, currency: 'USD' }
  return (await app.raw('zelleIntent', body, { headers, key: newId() })).data as { transactionId: string }
}

let zelleNumber = 100_000_000
/** A payment by Zelle whose money is here already, under a number of its own. */
const paidByZelle = async (of: 'sendZelle' | 'confirmZelle', world: World): Promise<World> => {
  const confirmation = String((zelleNumber += 1))
  const credit = { reference: confirmation, amountCents: AMOUNT_CENTS, senderName: 'Ana Ruiz' }
  await app.control('POST', '/zelle/credits', credit)
  await pollFeed(app.services)
  const intent = of === 'confirmZelle' ? { transactionId: (await zelleSend(world)).transactionId } : {}
  return { ...world, body: { ...world.body, ...intent, confirmation } }
}

const aWorld = async (of: MoneyKey): Promise<World> => {
  const [person, friend] = [await aVerifiedUser(app.services), await aVerifiedUser(app.services)]
  await withBalance(app.services, person, BALANCE_CENTS)
  const headers = await signedIn(app.services, person)
  const cardId = of === 'startPayment' ? await cardsIn(app).save(person) : ''
  const world = { person, friend, headers, key: newId(), body: bodies[of]({ person, friend, cardId }) }
  if (of === 'sendInApp' || of === 'payInvoice' || of === 'payRequest') await payBefore(world)
  if (of === 'refundInvoice') await withBalance(app.services, friend, AMOUNT_CENTS)
  if (of === 'payInvoice' || of === 'payRequest' || of === 'refundInvoice')
    return { ...world, body: await aPayable(of, world) }
  if (PROVED.has(of)) return withProof(of, world)
  if (of === 'capturePaypal') return { ...world, body: await anApprovedOrder(world) }
  if (of === 'withdrawBank') return withRecipient(world)
  return of === 'sendZelle' || of === 'confirmZelle' ? paidByZelle(of, world) : world
}

/** Makes the call; `during` stands around the posting of its command. */
const around = async (
  of: MoneyKey,
  world: World,
  during: (posting: () => ReturnType<Ledger['post']>) => ReturnType<Ledger['post']>,
) => {
  const { ledger } = app.services
  const plain = ledger.post
  ledger.post = async (command) => {
    if (command.key !== world.key) return plain(command)
    ledger.post = plain
    return during(() => plain(command))
  }
  try {
    return await post(of, world, world.key)
  } finally {
    ledger.post = plain
  }
}

const movementsOf = async ({ person }: World): Promise<number> =>
  (await app.services.db.selectFrom('movements').select('movement_id').where('owner_id', '=', person.id).execute())
    .length

test.each(moneyKeys)('each refusal of %s that something may bring about at any moment is raced', (key) => {
  const raced = new Set((races[key] ?? []).map(({ code }) => code))
  const missing = refusalsOf(endpointOf(key)).filter(
    (code) => !raced.has(code) && !SAID_OF_THE_CALL.has(code) && !HARMLESS[key]?.[code],
  )
  const told = missing.map(
    (code) =>
      `${key} may refuse with "${code}", and no test makes its reason come about after the verb has looked: add a row to ` +
      `races.${key} in ${HERE}, or the code to SAID_OF_THE_CALL when it says something of the call alone`,
  )
  expect(told.join('\n')).toBe('')
})

const rows = moneyKeys.flatMap((key) => (races[key] ?? []).map((race) => [key, race.when, race] as const))

test.each(rows)('%s is refused when %s after the verb has looked', async (key, _when, race) => {
  const { code, details, cause, prepare } = race
  const plain = await aWorld(key)
  const world = prepare ? { ...plain, body: await prepare(plain) } : plain
  let movements: number | null = null
  const answer = await around(key, world, async (posting) => {
    await cause(world)
    movements = await movementsOf(world)
    return posting()
  })
  expect(movements, `the verb refused on its own, before anything could come about: ${answer.code}`).not.toBeNull()
  expect(
    answer,
    `${key} does not look again at what lets it refuse with "${code}": decide it in a participant of its batch too, ` +
      'like packages/server/src/features/limits/parties-participant.ts',
  ).toMatchObject({ code, ...(details && { details }) })
  expect(await movementsOf(world)).toBe(movements)
})

/** Tables that only a verb looks at, and why it does no harm when what it saw there has changed by the time of the batch. */
const LOOKED_AT_ONCE: Record<string, string> = {
  sessions: 'the caller is who they were when the call came in',
  rate_counters: 'what is spent of a budget is spent',
  directory: 'it repeats what `users` says, where the batch looks again',
  switches: 'a rail that is closed lets what has begun on it go on',
  recipient_versions: 'a version never changes, and the batch looks again at which of them is in force',
  provider_objects:
    'an earlier attempt is closed in a batch of its own, and the payment decides whether it is followed',
  provider_customers: 'whose a card is, its provider says, and once more when it is charged',
  default_cards: 'which card is offered first decides nothing about money',
  card_marks: 'it is noted which card paid; only rewards look at it, later',
  webhook_events: 'a provider reports at any moment, and nothing is decided by it here',
}

/** Posts nothing but its answer, which tells how a payment stands. */
const TELLS: ReadonlySet<MoneyKey> = new Set(['capturePaypal'])

/** Every plain good call, and those that a race prepares. */
const goodCalls = moneyKeys
  .filter((key) => !TELLS.has(key))
  .flatMap((key) => [
    [key, 'as it is', undefined] as const,
    ...(races[key] ?? []).flatMap(({ when, prepare }) => (prepare ? [[key, `before ${when}`, prepare] as const] : [])),
  ])

test.each(goodCalls)(
  '%s, %s, decides nothing by a table that its batch does not look at again',
  async (key, _, prepare) => {
    const plain = await aWorld(key)
    const world = prepare ? { ...plain, body: await prepare(plain) } : plain
    const tables = watchTables()
    let before = new Set<string>()
    let within = new Set<string>()
    const answer = await around(key, world, async (posting) => {
      before = tables.since()
      const outcome = await posting()
      within = tables.since()
      return outcome
    })
    tables.end()
    expect(answer).toMatchObject({ status: 200 })
    expect(before).toContain('sessions')
    expect(within).toContain('users')
    const told = [...before]
      .filter((table) => !within.has(table) && !Object.hasOwn(LOOKED_AT_ONCE, table))
      .map(
        (table) =>
          `${key} looks at ${table} before it posts, and no participant looks at it in the batch, when it may have changed: ` +
          'read it in the `load` of a participant and refuse in its `decide`, like ' +
          'packages/server/src/features/limits/parties-participant.ts; or say in LOOKED_AT_ONCE of ' +
          `${HERE} why a change does no harm`,
      )
    expect(told.join('\n')).toBe('')
  },
)
