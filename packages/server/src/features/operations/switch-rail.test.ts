import type { Rail } from '@puente/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPasswords } from '#platform/crypto/passwords.ts'
import { createDatabase } from '#platform/db/database.ts'
import { aUser, signedIn } from '#test/factories.ts'
import { appOfFile } from '#test/suite.ts'
import { listRails, makeOperator, switchRailOff, switchRailOn } from './index.ts'
import type { OperatorContext, OperatorCredentials } from './require-operator.ts'

const app = appOfFile()
let ctx: OperatorContext
let ana: OperatorCredentials
beforeAll(async () => {
  const db = createDatabase({ url: app.database.consoleUrl, log: { warn: () => {} }, max: 1 })
  ctx = { db, passwords: createPasswords({ memoryKib: 1_024, passes: 1, lanes: 1, atOnce: 1 }) }
  ana = { name: 'ana', secret: await makeOperator(ctx, 'ana', null) }
})
afterAll(() => ctx.db.close())

const texts = { en: 'Cards are back at noon.', es: 'Las tarjetas vuelven a mediodía.', ko: '정오에 카드가 돌아와요.' }
const shown = async (rail: Rail, language: string) =>
  (await app.call('config', undefined, { headers: { 'accept-language': language } })).data.rails.find(
    (one) => one.rail === rail,
  )

test('an operator switches a rail off with words for every reader, until a moment, and on again; both are in the audit trail', async () => {
  const until = new Date(Date.now() + 3_600_000)
  await switchRailOff(ctx, ana, { name: 'card', until, texts })
  for (const language of ['en', 'es', 'ko'] as const)
    expect(await shown('card', language)).toEqual({
      rail: 'card',
      on: false,
      text: texts[language],
      until: until.toISOString(),
      alternatives: ['paypal', 'zelle'],
    })
  expect((await listRails(ctx)).find(({ rail }) => rail === 'card')).toMatchObject({
    byOperator: { texts, until },
    byItself: null,
  })
  await switchRailOn(ctx, ana, 'card')
  expect(await shown('card', 'en')).toMatchObject({ on: true, text: null, until: null, alternatives: [] })
  const trail = await app.services.db
    .selectFrom('audit_log')
    .select(['action', 'actor_id', 'object_id'])
    .where('object_type', '=', 'rail')
    .orderBy('id')
    .execute()
  expect(trail).toEqual([
    { action: 'rail.closed', actor_id: 'ana', object_id: 'card' },
    { action: 'rail.opened', actor_id: 'ana', object_id: 'card' },
  ])
})

test('words in one language only, a moment that is over, a rail that is none and one that is on are refused', async () => {
  const off = { name: 'card', until: null, texts: {} }
  await expect(switchRailOff(ctx, ana, { ...off, texts: { en: 'Soon' } })).rejects.toThrow('en, es, ko')
  await expect(switchRailOff(ctx, ana, { ...off, until: new Date(0) })).rejects.toThrow('over already')
  await expect(switchRailOff(ctx, ana, { ...off, name: 'pigeon' })).rejects.toThrow('A rail is one of')
  await expect(switchRailOn(ctx, ana, 'card')).rejects.toThrow('No operator')
  await expect(switchRailOff(ctx, { ...ana, secret: 'guessed' }, off)).rejects.toThrow('no operator')
})

test('every open screen hears of a switch within seconds, whoever turned it', async () => {
  const user = await aUser(app.services)
  await signedIn(app.services, user)
  const session = await app.services.db
    .selectFrom('sessions')
    .select('session_id')
    .where('owner_id', '=', user.id)
    .executeTakeFirstOrThrow()
  const leaving = new AbortController()
  const until = new Date(app.clock.now().getTime() + 60_000)
  const asked = { ownerId: user.id, sessionId: session.session_id, after: null, until, signal: leaving.signal }
  const heard: string[] = []
  const listening = (async () => {
    for await (const frame of app.services.live.stream(asked)) heard.push(frame)
  })()
  await expect.poll(() => heard.length).toBeGreaterThan(0)
  // Once the watch has seen how things stand.
  await new Promise((resolve) => {
    setTimeout(resolve, 300)
  })
  await switchRailOff(ctx, ana, { name: 'card', until: null, texts })
  await expect.poll(() => heard.join(''), { timeout: 5_000 }).toContain('event: content\ndata: {"changed":"rails"}')
  leaving.abort()
  await listening
  await switchRailOn(ctx, ana, 'card')
})
