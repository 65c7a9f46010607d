import { appEndpoints, type EndpointKey, endpointOf, refusalsOf, statusOf } from '@puente/contract'
import { beforeAll, expect, test } from 'vitest'
import { type BadCall, badCalls, badSamples, isTaken } from '#test/hostile.ts'
import { aVerifiedUser, signedIn } from '#test/factories.ts'
import { appOfFile } from '#test/suite.ts'

// What is looked for is mistakes; that it takes long is none.
const app = appOfFile({ REQUEST_DEADLINE_MS: '60000' })
let bearer: string
const key = 'hostile-input-key-1'

beforeAll(async () => {
  const user = await aVerifiedUser(app.services)
  bearer = (await signedIn(app.services, user)).authorization.slice('Bearer '.length)
})

const keys = Object.keys(appEndpoints) as EndpointKey[]
const jsonKeys = keys.filter((name) => !endpointOf(name).multipart && name !== 'live')

/**
 * What the contract refuses it refuses by the form of the field, before any verb runs: where a form has been spoiled in every way in
 * one call, the others are asked in some of the ways, each in others. What the contract takes goes to its verb, every time.
 */
const WAYS = 6
const withoutRepeats = (): BadCall[] => {
  const askers = new Map<string, EndpointKey[]>()
  return badCalls().filter((call, index) => {
    if (!jsonKeys.includes(call.key)) return false
    if (call.form === '' || isTaken(call)) return true
    const keys = askers.get(call.form) ?? []
    if (!keys.includes(call.key)) askers.set(call.form, [...keys, call.key])
    const place = keys.includes(call.key) ? keys.indexOf(call.key) : keys.length
    return place === 0 || index % WAYS === place % WAYS
  })
}
const calls = withoutRepeats()

/** What must not change: every row count, and all balances. */
const fingerprint = async (): Promise<unknown> => {
  const { rows } = await app.services.db.pool.query(
    `select (select count(*) from entries) as entries, (select coalesce(sum(amount_cents), 0) from entries) as sum,
            (select count(*) from movements) as movements, (select count(*) from users) as users,
            (select jsonb_agg(to_jsonb(u) - 'updated_at' order by owner_id) from users u) as people,
            (select count(*) from identity_claims) as claims, (select count(*) from kyc_items) as items`,
  )
  return rows[0]
}

const describeCall = ({ key: name, field, what }: BadCall) => `${name}.${field} ${what}`

/** Several at a time: most of each call is waiting. */
const each = async <T>(list: readonly T[], look: (one: T, index: number) => Promise<void>): Promise<void> => {
  for (let at = 0; at < list.length; at += 16)
    await Promise.all(list.slice(at, at + 16).map((one, n) => look(one, at + n)))
}

type Refused = { status: number; body: Record<string, unknown> }

/** A refusal as every refusal is: of the endpoint's list, under its one status, with words and an id to ask about. */
const expectRefusal = (name: EndpointKey, { status, body }: Refused, what: string): void => {
  const allowed = refusalsOf(endpointOf(name)).filter((code) => statusOf[code] < 500)
  expect(allowed, what).toContain(body.code)
  expect(status, what).toBe(statusOf[body.code as keyof typeof statusOf])
  expect(body, what).toMatchObject({ message: expect.stringMatching(/\S/) as string })
  expect(body.requestId, what).toMatch(/^[0-9a-f-]{36}$/)
}

test('there is bad input for every field of every endpoint that takes any', () => {
  const fields = (name: EndpointKey, of: readonly BadCall[]) =>
    new Set(of.filter((call) => call.key === name).map(({ field }) => field))
  const taking = jsonKeys.filter((name) => endpointOf(name).body ?? endpointOf(name).query)
  const all = badCalls()
  expect(taking.filter((name) => fields(name, all).size === 0)).toEqual([])
  expect(taking.filter((name) => fields(name, calls).size < fields(name, all).size)).toEqual([])
  expect(calls.length).toBeGreaterThan(2_500)
})

test('the fields that are not spoiled hold what the contract takes', () => {
  expect(badSamples(), 'give these fields a value under `known` in packages/server/src/test/hostile.ts').toEqual([])
})

test.each(jsonKeys)(
  '[V2.2.1] [V15.3.3] [V15.3.5] bad input to %s is refused with a code of its list, and changes nothing',
  async (name) => {
    const before = await fingerprint()
    await each(
      calls.filter((call) => call.key === name && !isTaken(call)),
      async (bad) => expectRefusal(name, await app.raw(name, bad.body, { bearer, key }), describeCall(bad)),
    )
    expect(await fingerprint()).toEqual(before)
  },
)

/** Ending the session would end the test; these have tests of their own. */
const ENDS_SESSION: readonly EndpointKey[] = ['logout', 'lockSession', 'refreshSession', 'unlockSession']

test.each(jsonKeys.filter((name) => !ENDS_SESSION.includes(name)))(
  'what %s takes although it looks hostile is done or refused with a code of its list',
  async (name) => {
    const taken = calls.filter((call) => call.key === name && isTaken(call))
    await each(taken, async (odd, index) => {
      const answer = await app.raw(name, odd.body, { bearer, key: `odd-${name}-${index}-0000000000` })
      if (answer.status !== 200) expectRefusal(name, answer, describeCall(odd))
    })
  },
)

const urlOf = (name: EndpointKey, id = `fil_${'0'.repeat(32)}`) =>
  `${app.url}/api${endpointOf(name).path.replace('{id}', id)}`

const send = async (name: EndpointKey, type: string, body: string): Promise<Refused> => {
  const headers = { 'content-type': type, authorization: `Bearer ${bearer}`, 'idempotency-key': key }
  const response = await fetch(urlOf(name), { method: endpointOf(name).method, headers, body })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

const deep = (open: string, close: string): string => open.repeat(10_000) + close.repeat(10_000)

/** Bodies that are no form at all, whatever the form. */
const BODIES: [string, string][] = [
  ['nothing', ''],
  ['a blank', ' '],
  ['no JSON', '{"a":'],
  ['two values', '{}{}'],
  ['a list', '[]'],
  ['a text', '"text"'],
  ['a number', '1e400'],
  ['null', 'null'],
  ['a byte order mark alone', '\uFEFF'],
  ['a field of the prototype', '{"__proto__":{"toString":1}}'],
  ['another constructor', '{"constructor":{"prototype":{"a":1}}}'],
  ['the same field twice', '{"x":1,"x":2}'],
  ['10,000 lists in one another', deep('[', ']')],
  ['10,000 objects in one another', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
  ['a field with 10,000 lists in it', `{"a":${deep('[', ']')}}`],
  ['10,000 unclosed lists', '['.repeat(10_000)],
  ['10,000 fields', `{${Array.from({ length: 8_000 }, (_, n) => `"${n}":1`).join(',')}}`],
  ['more than is read', `"${'x'.repeat(70_000)}"`],
]

const posting = jsonKeys.filter((name) => endpointOf(name).body && !ENDS_SESSION.includes(name))

test.each(posting)('%s refuses a body that is no form of it', async (name) => {
  await each(BODIES, async ([what, body]) =>
    expectRefusal(name, await send(name, 'application/json', body), `${name} with ${what}`),
  )
})

const part = (name: string, value: string, more = '') =>
  `--b\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`
const file = part('file', 'not a picture', '; filename="a.jpg"')

const FORMS: [string, string][] = [
  ['nothing', ''],
  ['no part', '--b--\r\n'],
  ['a part that does not end', part('type', 'x').slice(0, -4)],
  ['a file that does not end', file.slice(0, -4)],
  ['no last boundary', part('type', 'x') + file],
  ['another boundary', '--c\r\ncontent-disposition: form-data; name="type"\r\n\r\nx\r\n--c--\r\n'],
  ['a part without a name', '--b\r\ncontent-disposition: form-data\r\n\r\nx\r\n--b--\r\n'],
  ['a part without a head', '--b\r\n\r\nx\r\n--b--\r\n'],
  ['a head without an end', `--b\r\n${'x-y: z\r\n'.repeat(500)}`],
  ['a head of rubbish', '--b\r\n\u0000\u0001:::\r\n\r\nx\r\n--b--\r\n'],
  ['two files', `${file}${file}--b--\r\n`],
  ['a file under another name', `${part('photo', 'x', '; filename="a.jpg"')}--b--\r\n`],
  ['a hundred fields', `${Array.from({ length: 100 }, (_, n) => part(`f${n}`, 'x')).join('')}--b--\r\n`],
  ['a field that is too long', `${part('type', 'x'.repeat(5_000))}--b--\r\n`],
  ['the prototype', `${part('__proto__', 'x')}${part('constructor', 'x')}${part('toString', 'x')}--b--\r\n`],
  [
    'a field of broken JSON',
    `--b\r\ncontent-disposition: form-data; name="type"\r\ncontent-type: application/json\r\n\r\n{"a"\r\n--b--\r\n`,
  ],
  [
    'a field of deep JSON',
    `--b\r\ncontent-disposition: form-data; name="type"\r\ncontent-type: application/json\r\n\r\n${'['.repeat(400)}${']'.repeat(400)}\r\n--b--\r\n`,
  ],
]

const TYPES = [
  'multipart/form-data; boundary=b',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/mixed; boundary=b',
  'application/json',
]

test.each(keys.filter((name) => endpointOf(name).multipart))('%s refuses a broken form', async (name) => {
  for (const type of TYPES)
    await each(FORMS, async ([what, body]) =>
      expectRefusal(name, await send(name, type, body), `${name}: ${type}, ${what}`),
    )
})
