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
  refusalsOf,
} from '@puente/contract'
import { forParticipant, type Ledger } from '@puente/ledger'
import { afterEach, expect, test } from 'vitest'
import { limitsParticipant, partiesParticipant } from '#features/limits/index.ts'
import { withClient } from '#platform/db/pool.ts'
import { newId } from '#platform/ids.ts'
import { watchTables } from '#test/asked-tables.ts'
import { aVerifiedUser, signedIn, type TestUser, withBalance } from '#test/factories.ts'
import { appOfFile } from '#test/suite.ts'

type MoneyKey = { [K in EndpointKey]: AppEndpoints[K] extends { idempotent: true } ? K : never }[EndpointKey]

const HERE = 'packages/server/src/raced-refusals.test.ts'
const AMOUNT_CENTS = 100_00
const BALANCE_CENTS = 500_00

const app = appOfFile({ SECOND_FACTOR: 'acts' })

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

/** A good call of each money endpoint. */
const bodies: Record<MoneyKey, (people: Pick<World, 'person' | 'friend'>) => Record<string, unknown>> = {
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
}

type Cause = (world: World) => Promise<unknown>

const change =
  (whom: 'person' | 'friend', row: object): Cause =>
  (world) =>
    app.services.db.updateTable('users').set(row).where('owner_id', '=', world[whom].id).execute()

/** As if the person had moved as much in these groups of operations. */
const use =
  (operations: readonly ('inApp' | 'outgoing' | 'deposit')[], amountCents: number, times = 1): Cause =>
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

/** Add a row here for each reason that lets a money endpoint refuse and may come about at any moment. */
const races: Record<MoneyKey, Race[]> = {
  sendInApp: [
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
      cause: all(use(['outgoing'], 450_00), cool),
    },
    { when: 'the receiver’s account is closed', code: 'invalidUser', cause: change('friend', { status: 'closed' }) },
    {
      when: 'the receiver’s phone is no longer verified',
      code: 'invalidUser',
      cause: change('friend', { phone_verified_at: null }),
    },
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
    {
      when: 'the balance is spent',
      code: 'senderUnsufficientFunds',
      cause: ({ person }) => withBalance(app.services, person, -BALANCE_CENTS),
    },
  ],
  startDeposit: [
    ...ofEveryPayer,
    depositsUsedUp,
    {
      when: 'the free operations are used up',
      code: 'invalidAmount',
      details: { reason: 'quoteChanged' },
      cause: useUpFreeOperations,
    },
    {
      when: 'another attempt follows the same one',
      code: 'serviceUnavailable',
      details: { reason: 'anotherAttempt' },
      prepare: async (world) => {
        const { data } = await post('startDeposit', world, newId())
        return { ...world.body, sendSessionId: (data as { sendSessionId: string }).sendSessionId }
      },
      cause: async (world) => expect(await post('startDeposit', world, newId())).toMatchObject({ status: 200 }),
    },
  ],
  testFunds: [...ofEveryPayer, depositsUsedUp],
}

/** What is said of the call as it stands, or before any verb is asked. */
const SAID_OF_THE_CALL: ReadonlySet<ErrorCode> = new Set([
  ...COMMON_REFUSALS,
  ...BEARER_REFUSALS,
  'invalidCurrency',
  'invalidTo',
  'invalidNote',
  'invalidPayMethod',
])

/** Refusals whose reason may come about after the verb has looked, and does no harm then: why. */
const HARMLESS: Partial<Record<MoneyKey, Partial<Record<ErrorCode, string>>>> = {
  sendInApp: { userNotFound: 'a person is not deleted; a receiver who closes the account is `invalidUser`' },
  startDeposit: {
    notFound: 'a send session that ends in between goes on with the attempt that follows',
    stepUpRequired: 'no proof is asked for money that comes in',
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

/** So that the amount of the good call asks for no proof. */
const payBefore = async ({ person, friend, headers }: World): Promise<void> => {
  await withBalance(app.services, person, 1)
  const body = { toUser: friend.userId, amount: 1, currency: 'USD' }
  expect(await app.raw('sendInApp', body, { headers, key: newId() })).toMatchObject({ status: 200 })
}

const aWorld = async (of: MoneyKey): Promise<World> => {
  const [person, friend] = [await aVerifiedUser(app.services), await aVerifiedUser(app.services)]
  await withBalance(app.services, person, BALANCE_CENTS)
  const headers = await signedIn(app.services, person)
  const world = { person, friend, headers, key: newId(), body: bodies[of]({ person, friend }) }
  if (of === 'sendInApp') await payBefore(world)
  return world
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
  provider_objects:
    'an earlier attempt is closed in a batch of its own, and the payment decides whether it is followed',
  webhook_events: 'a provider reports at any moment, and nothing is decided by it here',
}

/** Every plain good call, and those that a race prepares. */
const goodCalls = moneyKeys.flatMap((key) => [
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
