/**
 * One person tries every id of another in every field of every endpoint that takes an id. The ids are read from the tables, the
 * fields from the contract: what a new table or endpoint brings is tried on the day it appears.
 */
import { appEndpoints, type EndpointKey, endpointOf } from '@puente/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { catchUpNotices } from '#features/notifications/index.ts'
import { withClient } from '#platform/db/pool.ts'
import { newId } from '#platform/ids.ts'
import { aVerifiedUser, signedIn, type TestUser, withBalance } from '#test/factories.ts'
import { watchStatements } from '#test/asked-statements.ts'
import { cardsIn } from '#test/cards.ts'
import { goodInput, type IdField, idFields, unknownIds } from '#test/hostile.ts'
import { appOfFile } from '#test/suite.ts'
import { aPhoto } from '#test/upload.ts'
import { tables } from '../migrations/tables.ts'

const app = appOfFile({ SECOND_FACTOR: 'acts' })
let [owner, stranger]: TestUser[] = []
let [ids, photo]: [string[], Buffer?] = [[]]
/** Those in which the owner has called: a challenge is for its session alone. */
const sessions: Headers[] = []
const OWNER_TABLES = Object.entries(tables).flatMap(([name, { place }]) => (place === 'owner' ? [name] : []))

type Headers = { authorization: string }
const enter = (person: TestUser | undefined): Promise<Headers> => {
  if (!person) throw new Error('nobody was made')
  return signedIn(app.services, person)
}

/** Calls in this session, or as the person in one of its own, since the call may end it. */
const as = async (who: TestUser | Headers | undefined, key: EndpointKey, more: Record<string, unknown> = {}) => {
  const { multipart } = endpointOf(key)
  const input = { ...goodInput(key), ...(multipart && { [multipart.file]: photo }), ...more }
  const { status, headers, body } = await app.raw(key, input, {
    headers: who && 'authorization' in who ? who : await enter(who),
    key: newId(),
  })
  const { requestId: _, ...said } = body
  return { status, type: headers['content-type'], said, length: headers['content-length'] }
}

/** Everything that the tables hold of the person, table by table. */
const rowsOf = (person: TestUser | undefined): Promise<Record<string, Record<string, unknown>[]>> =>
  withClient(app.database.superuserUrl, async (client) => {
    const found: Record<string, Record<string, unknown>[]> = {}
    for (const table of OWNER_TABLES) {
      const { rows } = await client.query<{ row: Record<string, unknown> }>(
        `select to_jsonb(t) as row from ${table} t where owner_id = $1 order by t::text`,
        [person?.id],
      )
      found[table] = rows.map(({ row }) => row)
    }
    return found
  })

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const uuidsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return UUID.test(value) ? [value] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(uuidsIn) : []
}

/** An id that an authenticator chose. */
const PASSKEY = 'b3duZXIncy1wYXNza2V5'
/** Ids that others gave to what is the owner's. */
const opaqueIds = [PASSKEY]
const idsFor = ({ prefix }: IdField): string[] => (prefix === 'opaque' ? opaqueIds : ids)

/** Streams never end, and have no id. */
const asks = (key: EndpointKey): boolean => endpointOf(key).stepUp === 'always'
const CALLS = (Object.keys(appEndpoints) as EndpointKey[]).filter((key) => key !== 'live')

beforeAll(async () => {
  photo = await aPhoto()
  const friend = await aVerifiedUser(app.services)
  ;[owner, stranger] = [await aVerifiedUser(app.services, { tier: 1 }), await aVerifiedUser(app.services, { tier: 2 })]
  await withBalance(app.services, owner, 500_00)
  await as(owner, 'uploadKycPhoto', { type: 'selfie' })
  await as(owner, 'startDeposit', { amount: 20_00 })
  const sent = await as(owner, 'sendInApp', { toUser: friend.userId, amount: 10_00 })
  const { transactionId } = sent.said['data'] as { transactionId: string }
  await as(owner, 'createDispute', { transactionId, kind: 'other', description: 'It was for somebody else' })
  await as(owner, 'splitRequest', { total: 2_00, shares: [{ toUser: friend.userId, amount: 1_00 }] })
  await as(owner, 'addProduct64')
  await as(owner, 'createInvoice', { toUser: friend.userId, type: 'custom', amount: 10_00, note: 'work' })
  const { said } = await as(owner, 'placePaypalOrder', { toUser: friend.userId, amount: 10_00 })
  opaqueIds.push((said['data'] as { orderId: string }).orderId)
  opaqueIds.push(await cardsIn(app).save(owner))
  app.services.config.secondFactor = 'off'
  await as(owner, 'addRecipient')
  await as(owner, 'createSchedule', { toUser: friend.userId })
  app.services.config.secondFactor = 'acts'
  // What only a browser with an authenticator could add.
  const at = app.services.clock.now()
  const { id: owner_id } = owner
  const bytes = Buffer.alloc(32, 1)
  const kept = { backup_eligible: false, backed_up: false, counter: 0n, transports: [], name: 'A key', created_at: at }
  await app.services.db
    .insertInto('passkeys')
    .values({ owner_id, credential_id: PASSKEY, public_key: bytes, ...kept })
    .execute()
  await app.services.db
    .insertInto('remembered_browsers')
    .values({
      owner_id,
      device_hash: bytes,
      browser_id: newId(),
      remembered_at: at,
      last_used_at: at,
      expires_at: new Date(at.getTime() + 86_400_000),
    })
    .execute()
  // Whatever else a call leaves behind, in a session for as long as there is one; challenges last, which go with their session.
  for (const key of CALLS.toSorted((a, b) => Number(asks(a)) - Number(asks(b)))) {
    const last = sessions.at(-1)
    const session = last && (await as(last, 'wallet')).status === 200 ? last : await enter(owner)
    if (session !== last) sessions.push(session)
    await as(session, key)
  }
  // What they have done is told, and as if they had not read it.
  await catchUpNotices(app.services)
  await app.services.db.updateTable('notifications').set({ read_at: null }).where('owner_id', '=', owner.id).execute()
  const known = new Set([owner.id, friend.id, stranger.id])
  ids = [...new Set(uuidsIn(await rowsOf(owner)))].filter((id) => !known.has(id))
})

const withId = ({ field, prefix, withOwner, isList }: IdField, id: string) => {
  const prefixed = `${prefix}_${`${withOwner ? owner?.id : ''}${id}`.replaceAll('-', '')}`
  const wire = prefix === 'uuid' || prefix === 'opaque' ? id : prefixed
  return { [field]: isList ? [wire] : wire }
}

const FIELDS = idFields()
test('[V8.2.2] every field that is named like an id has the form of one', () => {
  expect(unknownIds()).toEqual([])
  expect(FIELDS.length).toBeGreaterThan(4)
})

const watch = watchStatements()
afterAll(() => watch.end())
/** What every call may ask before it looks at an id: who is calling, and how much of a budget is left. */
const OF_EVERY_CALL = /\b(?:sessions|rate_counters)\b/
/** The answer to an id, and the statements it took: the same statements take the same time. */
const answerTo = async (who: Headers, field: IdField, id: string) => {
  const { answer, statements } = await watch.during(() => as(who, field.key, withId(field, id)))
  return { answer, asked: statements.filter((text) => !OF_EVERY_CALL.test(text)) }
}
/** An id of the same form that belongs to nothing. */
const unknownLike = (id: string): string => id.replace(/.$/, id.endsWith('A') ? 'B' : 'A')

test('the statements that a call sends for an id are seen', async () => {
  const field = FIELDS.find(({ key }) => key === 'getTransaction')
  if (!field) throw new Error('a transaction is asked for by its id')
  const { asked } = await answerTo(await enter(stranger), field, newId())
  expect(asked.join('\n')).toContain('movements')
})

test.each(FIELDS.map((field) => [field.key, field.field, field] as const))(
  'PM-10 [V8.2.2] %s answers another person’s ids in %s like unknown ones, and sends the same statements for them',
  async (_key, _name, field) => {
    // What is looked for lies behind the proof of presence.
    app.services.config.secondFactor = 'off'
    const session = await enter(stranger)
    // What is done once in a session.
    await answerTo(session, field, newId())
    const [before, unknown] = [await rowsOf(owner), await answerTo(session, field, newId())]
    for (const id of idsFor(field)) {
      const like = UUID.test(id) ? unknown : await answerTo(session, field, unknownLike(id))
      expect(await answerTo(session, field, id), id).toEqual(like)
    }
    expect(await rowsOf(owner)).toEqual(before)
  },
)

test('PM-10 [V8.2.2] nothing that a person reads without naming an id, lists and searches alike, has an id of another in it', async () => {
  app.services.config.secondFactor = 'off'
  const withId = new Set(FIELDS.map(({ key }) => key))
  const reads = CALLS.filter((key) => endpointOf(key).method === 'GET' && endpointOf(key).access === 'user')
  const lists = reads.filter((key) => !withId.has(key) || key.startsWith('list'))
  expect(lists.length).toBeGreaterThan(20)
  const read = async (who: TestUser | undefined) => {
    const session = await enter(who)
    const answers = await Promise.all(
      lists.map(async (key) => JSON.stringify((await app.raw(key, undefined, { headers: session })).body)),
    )
    return answers.join('\n').replaceAll('-', '')
  }
  const [theirs, own] = [await read(stranger), await read(owner)]
  const bare = ids.map((id) => id.replaceAll('-', ''))
  expect(bare.filter((id) => theirs.includes(id))).toEqual([])
  // The same lists do name what is the owner's.
  expect(bare.filter((id) => own.includes(id)).length).toBeGreaterThan(5)
})

// Users are named to others. Of what has a bare id, forgetting a browser and going on in the access log say nothing of whether there
// was one, and a copy of one's data is fetched by another in its slice. Challenges come first, while their sessions are open.
const OWNED = FIELDS.toSorted((a, b) => Number(b.withOwner) - Number(a.withOwner)).map(({ prefix }) => prefix)
test.each([...new Set(OWNED)].filter((prefix) => !['usr', 'uuid'].includes(prefix)))(
  'among the ids that were tried there is one of a %s of the owner’s',
  async (prefix) => {
    const isOwn = async (field: IdField, who: Headers | TestUser | undefined): Promise<boolean> => {
      const unknown = JSON.stringify(await as(who, field.key, withId(field, newId())))
      const own = await Promise.all(idsFor(field).map((id) => as(who, field.key, withId(field, id))))
      return own.some((answer) => JSON.stringify(answer) !== unknown)
    }
    const tried = FIELDS.filter((field) => field.prefix === prefix).flatMap((field) =>
      (field.withOwner ? sessions : [owner]).map((who) => isOwn(field, who)),
    )
    expect(await Promise.all(tried), 'give the owner one in `beforeAll`').toContain(true)
  },
)
