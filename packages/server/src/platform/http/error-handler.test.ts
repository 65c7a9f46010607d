import { connect } from 'node:net'
import { endpointOf, statusOf, transactionId } from '@puente/contract'
import { expect, test } from 'vitest'
import { withClient } from '#platform/db/pool.ts'
import { anEmail, aUser, signedIn } from '#test/factories.ts'
import { metricsOf } from '#test/metrics.ts'
import { appOfFile } from '#test/suite.ts'
import { newId } from '#platform/ids.ts'
import { THROTTLES } from '../rate-limit/throttles.ts'

const app = appOfFile({ THROTTLE_FACTOR: '1' })

/** Refusals by code, as monitoring reads them. */
const counted = async (): Promise<Record<string, number>> => {
  const lines = (await metricsOf(app)).matchAll(/^refusals_total\{code="(\w+)",status="(\d+)"\} (\d+)$/gm)
  return Object.fromEntries(Array.from(lines, ([, code, status, count]) => [`${code} ${status}`, Number(count)]))
}

/** Sends what is no HTTP, and waits for the answer's end. */
const gibberish = (): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1', () => socket.end('HELLO\r\n\r\n'))
    socket.on('data', () => {})
    socket.on('close', () => resolve())
    socket.on('error', reject)
  })

test('every refusal is counted by its code, once, wherever in the call it was decided', async () => {
  await app.call('activity', {})
  await app.raw('signIn', { email: 'a@' })
  await app.raw('signIn', { email: 'nobody@example.com', password: 'x' })
  await fetch(`${app.url}/api/nowhere`)
  await fetch(`${app.url}/api/%ff`)
  await fetch(`${app.url}/hooks/stripe`, {
    method: 'POST',
    body: '{}',
    headers: { 'content-type': 'application/json' },
  })
  await gibberish()
  expect(await counted()).toEqual({
    'AuthHeaderRequired 401': 1,
    'invalidEmail 400': 1,
    'invalidSignIn 401': 1,
    'notFound 404': 2,
    // The forged event, and what was no request at all.
    'invalidRequest 400': 2,
  })
})

/** Runs the work while a table is missing: a fault of ours that no code foresees. */
const withoutTable = async <T>(table: string, work: () => Promise<T>): Promise<T> =>
  withClient(app.database.superuserUrl, async (client) => {
    await client.query(`alter table ${table} rename to away`)
    try {
      return await work()
    } finally {
      await client.query(`alter table away rename to ${table}`)
    }
  })

const ask = async (path: string, sent: RequestInit = {}) => {
  const response = await fetch(`${app.url}${path}`, sent)
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

test('[V16.5.1] RD-11 EM-01 EC-67 every error has a code, a message and an id, and reveals nothing internal', async () => {
  const signIn = { email: 'nobody@example.com', password: 'Quiet-Harbour-7' }
  const posted = (body: string, type: string) =>
    ask(`/api${endpointOf('signIn').path}`, { method: 'POST', body, headers: { 'content-type': type } })
  const refusals = [
    ['AuthHeaderRequired', await app.call('activity', {})],
    ['invalidEmail', await app.raw('signIn', { email: 'a@' })],
    ['invalidSignIn', await app.raw('signIn', signIn)],
    ['notFound', await ask('/api/nowhere')],
    ['notFound', await ask('/nowhere/else')],
    ['invalidRequest', await posted('{', 'application/json')],
    ['missingHeader', await posted('<a/>', 'text/xml')],
    ['unknown', await withoutTable('identity_claims', () => app.raw('signIn', signIn))],
  ] as const
  for (const [code, { status, body }] of refusals) {
    expect(body, code).toEqual({
      code,
      message: expect.stringMatching(/\S/) as string,
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      ...('details' in body && code !== 'unknown' && { details: body.details }),
    })
    expect(status, code).toBe(statusOf[code])
    expect(JSON.stringify(body)).not.toMatch(/select|relation|identity_claims|\.ts|node_modules/)
  }
})

test('calls beyond the budget of a route are counted too, and answers that are no refusal are not', async () => {
  for (let n = 0; n < THROTTLES.passwordReset.max + 2; n += 1) await app.raw('forgotPassword', { email: anEmail() })
  await app.call('config')
  expect((await counted())['tooManyRequests 429']).toBe(2)
})

test('thirty people an hour may be looked for, and the next search waits', async () => {
  const headers = await signedIn(app.services, await aUser(app.services, { tier: 1 }))
  const search = () => app.raw('search', { search: 'nobody at all' }, { headers })
  for (let n = 0; n < THROTTLES.search.max; n += 1) expect((await search()).status).toBe(200)
  expect(await search()).toMatchObject({ status: 429, code: 'tooManyRequests' })
})

test('120 notes an hour are kept of one person, and the next waits', async () => {
  const headers = await signedIn(app.services, await aUser(app.services, { tier: 1 }))
  const note = () => app.raw('noteTransaction', { transactionId: transactionId(newId()), note: 'tea' }, { headers })
  for (let n = 0; n < 120; n += 1) expect((await note()).code).toBe('invalidTransactionId')
  expect(await note()).toMatchObject({ status: 429, code: 'tooManyRequests' })
})
