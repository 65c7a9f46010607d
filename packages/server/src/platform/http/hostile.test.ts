import { ERROR_CODES, type EndpointKey, endpointOf, endpoints, refusalsOf, statusOf } from '@puente/contract'
import { beforeAll, expect, test } from 'vitest'
import { type BadCall, badCalls, isTaken } from '#test/hostile.ts'
import { aVerifiedUser, signedIn } from '#test/factories.ts'
import { appOfFile } from '#test/suite.ts'

const app = appOfFile()
let bearer: string
const key = 'hostile-input-key-1'

beforeAll(async () => {
  const user = await aVerifiedUser(app.services)
  bearer = (await signedIn(app.services, user)).authorization.slice('Bearer '.length)
})

const jsonKeys = (Object.keys(endpoints) as EndpointKey[]).filter(
  (name) => !endpointOf(name).multipart && name !== 'live',
)
const calls = badCalls().filter(({ key: name }) => jsonKeys.includes(name))

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

test('there is bad input for every endpoint that takes any', () => {
  expect(new Set(calls.map(({ key: name }) => name)).size).toBeGreaterThan(20)
  expect(calls.length).toBeGreaterThan(1000)
})

test.each(jsonKeys)('EM-01 bad input to %s is refused with a code of its list, and changes nothing', async (name) => {
  const before = await fingerprint()
  for (const bad of calls.filter((call) => call.key === name && !isTaken(call))) {
    const answer = await app.raw(name, bad.body, { bearer, key })
    expect(answer.status, describeCall(bad)).toBeGreaterThanOrEqual(400)
    expect(answer.status, describeCall(bad)).toBeLessThan(500)
    expect(refusalsOf(endpointOf(name)), describeCall(bad)).toContain(answer.code)
    expect(answer.status, describeCall(bad)).toBe(statusOf[answer.code ?? 'unknown'])
  }
  expect(await fingerprint()).toEqual(before)
})

/** Ending the session would end the test; these have tests of their own. */
const ENDS_SESSION: readonly EndpointKey[] = ['logout', 'lockSession', 'refreshSession', 'unlockSession']

test.each(jsonKeys.filter((name) => !ENDS_SESSION.includes(name)))(
  'EC-67 what %s takes although it looks hostile never ends in a server error',
  async (name) => {
    for (const [index, odd] of calls.filter((call) => call.key === name && isTaken(call)).entries()) {
      const answer = await app.raw(name, odd.body, { bearer, key: `odd-${name}-${index}-0000000000` })
      expect(answer.status, describeCall(odd)).toBeLessThan(500)
      if (answer.code) expect(ERROR_CODES, describeCall(odd)).toContain(answer.code)
    }
  },
)
