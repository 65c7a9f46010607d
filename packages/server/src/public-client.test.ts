/** `@puente/client` against the whole server: what a program that uses the public API meets. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Client, type ClientOptions, createClient, isRefused } from '@puente/client'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { aUser, type TestUser, withBalance } from '#test/factories.ts'
import { appOfFile } from '#test/suite.ts'

const example = fileURLToPath(new URL('../../client/examples/send.ts', import.meta.url))
const run = promisify(execFile)

/** A client that counts what it sends, and may lose answers that the server has given. */
const watched = () => {
  const paths: string[] = []
  const replayed: boolean[] = []
  let toLose = 0
  const request: typeof fetch = async (...given) => {
    const response = await fetch(...given)
    paths.push(new URL(given[0] as string).pathname)
    replayed.push(response.headers.has('idempotent-replayed'))
    if (toLose === 0) return response
    toLose -= 1
    await response.arrayBuffer()
    throw new TypeError('connection lost')
  }
  return { fetch: request, paths, replayed, lose: (count: number) => (toLose = count) }
}

describe('a program', () => {
  const app = appOfFile()
  const rich = async (cents = 100_00, lang: 'en-US' | 'es-US' = 'en-US') => {
    const user = await aUser(app.services, { tier: 1, lang })
    await withBalance(app.services, user, cents)
    return user
  }
  const clientOf = async (user: TestUser, options: ClientOptions = {}): Promise<Client> => {
    const client = createClient({ url: app.url, timeZone: 'America/New_York', ...options })
    await client.signIn(user.email, user.password)
    return client
  }

  test('signs in, quotes, sends, lists page by page, and signs out for good', async () => {
    const [ana, ben] = [await rich(), await aUser(app.services, { tier: 1 })]
    const client = await clientOf(ana)
    expect((await client.call('me')).publicTransactionId).toBe(ana.handle)
    for (let amount = 101; amount <= 105; amount += 1) {
      const { totalCharge } = await client.call('feeAmount', { amount, opFee: 'in-app' })
      const sent = await client.call('sendInApp', {
        toUser: ben.handle,
        amount,
        currency: 'USD',
        expectedTotalCharge: totalCharge,
      })
      expect(sent.state).toBe('COMPLETED')
    }
    const amounts: number[] = []
    for await (const row of client.each('listTransactions', { type: 'sent', limit: 2 })) amounts.push(row.amount)
    expect(amounts).toEqual([105, 104, 103, 102, 101])

    const { saved } = client
    const kept = saved() ?? ''
    const again = createClient({ url: app.url, saved: kept })
    expect((await again.call('wallet')).USD).toBe(100_00 - 515)
    await client.signOut()
    await expect(createClient({ url: app.url, saved: kept }).call('wallet')).rejects.toMatchObject({
      code: 'sessionClosed',
    })
  })

  test('sends once though the answer was lost twice: the next attempt is answered with what was done', async () => {
    const [ana, ben] = [await rich(), await aUser(app.services, { tier: 1 })]
    const wire = watched()
    const client = await clientOf(ana, { fetch: wire.fetch })
    wire.lose(2)
    const sent = await client.call('sendInApp', { toUser: ben.handle, amount: 25_00, currency: 'USD' })
    expect(sent.balance).toBe(75_00)
    expect(wire.replayed.at(-1)).toBe(true)
    expect((await client.call('wallet')).USD).toBe(75_00)
  })

  test('renews a bearer that has run out once, for all calls that wait for it', async () => {
    const wire = watched()
    const client = await clientOf(await rich(), { fetch: wire.fetch })
    app.clock.advance(6 * 60_000)
    const wallets = await Promise.all(Array.from({ length: 5 }, () => client.call('wallet')))
    expect(wallets.map(({ USD }) => USD)).toEqual(Array(5).fill(100_00))
    expect(wire.paths.filter((path) => path.endsWith('/refresh'))).toHaveLength(1)
  })

  test('keeps its session over a call that gives it a new cookie, and hands on the new one', async () => {
    const user = await rich()
    const client = await clientOf(user)
    await client.call('changePassword', { currentPassword: user.password, newPassword: 'Otra-Luna-77' })
    app.clock.advance(6 * 60_000)
    expect((await client.call('wallet')).USD).toBe(100_00)
    expect((await createClient({ url: app.url, saved: client.saved() ?? '' }).call('wallet')).USD).toBe(100_00)
  })

  test('is the same browser each time it signs in, also as another client that goes on with what was saved', async () => {
    const user = await rich()
    const client = await clientOf(user)
    const saved = client.saved() ?? ''
    await client.signOut()
    await client.signIn(user.email, user.password)
    await clientOf(user, { saved })
    const known = app.services.db.selectFrom('known_browsers').selectAll().where('owner_id', '=', user.id)
    expect(await known.execute()).toHaveLength(1)
  })

  test('waits its turn where more money calls run at once than one person may have', async () => {
    const [ana, ben] = [await rich(), await aUser(app.services, { tier: 1 })]
    const client = await clientOf(ana, { retries: 10 })
    const sends = Array.from({ length: 12 }, () =>
      client.call('sendInApp', { toUser: ben.handle, amount: 1_00, currency: 'USD' }),
    )
    expect(new Set((await Promise.all(sends)).map(({ transactionId }) => transactionId)).size).toBe(12)
    expect((await client.call('wallet')).USD).toBe(88_00)
  })

  test('gets refusals as values with the codes of the call, in words of its person', async () => {
    const ben = await aUser(app.services, { tier: 1 })
    const client = await clientOf(await rich(5_00, 'es-US'))
    const tried = await client.attempt('sendInApp', { toUser: ben.handle, amount: 25_00, currency: 'USD' })
    expect(tried).toMatchObject({ ok: false, refusal: { code: 'senderUnsufficientFunds', status: 422 } })
    if (!tried.ok) expect(tried.refusal.message).toMatch(/dinero|saldo/)
  })

  test('hands in a file and fetches it again', async () => {
    const client = await clientOf(await rich())
    const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#0b5d4e' } })
      .png()
      .toBuffer()
    const { link } = await client.upload(
      'updateProfilePicture',
      {},
      new Blob([new Uint8Array(picture)], { type: 'image/png' }),
    )
    const file = await client.file('readFile', { id: link.split('/').at(-1) ?? '' })
    expect(file.type).toMatch(/^image\//)
    expect(file.size).toBeGreaterThan(50)
  })

  test('hears of changes, and after a break goes on after the last one it heard', async () => {
    const ana = await rich()
    const [client, ben] = [await clientOf(ana), await clientOf(await rich())]
    const stop = new AbortController()
    const heard: string[] = []
    let last = 0
    for await (const { id, event } of client.live({ signal: stop.signal })) {
      if (event === 'ready') await ben.call('sendInApp', { toUser: ana.handle, amount: 1_00, currency: 'USD' })
      heard.push(event)
      last = id
      if (event === 'wallet') break
    }
    expect(heard).toContain('transaction')
    await ben.call('sendInApp', { toUser: ana.handle, amount: 2_00, currency: 'USD' })
    for await (const { id, event } of client.live({ after: last, signal: stop.signal })) {
      if (event === 'ready') continue
      expect(id).toBeGreaterThan(last)
      break
    }
  })

  test('runs the example of the README', async () => {
    const [ana, ben] = [await rich(), await aUser(app.services, { tier: 1, fullName: 'Ben Vega' })]
    const env = { ...process.env, PUENTE_URL: app.url, EMAIL: ana.email, PASSWORD: ana.password, TO: ben.email }
    const { stdout } = await run(process.execPath, [example], { env })
    expect(stdout).toMatch(/^PU-\S+ COMPLETED\n\S+ Ben Vega 5\n$/)
  })
})

describe('where acts are asked to be proved', () => {
  const app = appOfFile({ SECOND_FACTOR: 'acts' })

  test('a call goes on with the proof that its program gives, and is refused without one', async () => {
    const user = await aUser(app.services, { emailVerified: true })
    const asked: string[] = []
    const client = createClient({
      url: app.url,
      onStepUp: async ({ factors, intent }) => {
        asked.push(intent.operation)
        expect(factors).toContain('password')
        return { password: user.password }
      },
    })
    await client.signIn(user.email, user.password)
    await client.call('freeze', {})
    expect(await client.call('unfreeze', {})).toEqual({ status: 'open' })
    expect(asked).toEqual(['unfreeze'])

    const mute = createClient({ url: app.url, saved: client.saved() ?? '' })
    await mute.call('freeze', {})
    const error: unknown = await mute.call('unfreeze', {}).catch((thrown: unknown) => thrown)
    expect(isRefused(error, 'stepUpRequired')).toBe(true)
  })
})
