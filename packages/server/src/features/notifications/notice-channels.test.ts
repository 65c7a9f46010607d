/** Which notice goes where, and that it arrives there: through the real mail server, the wire of the text provider and of the push service. */
import {
  LANGUAGES,
  type Language,
  NOTICE_CHANNELS,
  NOTICE_DEFAULTS,
  NOTICE_KINDS,
  NOTICE_VARIANTS,
  type NoticeChannel,
  type NoticeKind,
  type NoticeName,
  STORED_LANGUAGES,
} from '@puente/contract'
import { expect, test } from 'vitest'
import { recordSecurityEvent } from '#features/security-log/index.ts'
import { closeAllSessions, closeSessions } from '#features/sessions/index.ts'
import { transaction } from '#platform/db/transaction.ts'
import type { Point } from '#platform/failpoints.ts'
import { newId } from '#platform/ids.ts'
import { createBudgets } from '#platform/rate-limit/budgets.ts'
import { aUser, signedIn, type TestUser } from '#test/factories.ts'
import { appOfFile } from '#test/suite.ts'
import { briefText } from './brief-texts.ts'
import { pruneDevices } from './notice-devices.ts'
import { deviceHashOf } from './notice-devices-store.ts'
import type { Notice } from './notice.ts'
import { isFixed, waysOf } from './notice-rules.ts'
import { tellNotices } from './tell-notices.ts'

const app = appOfFile()

type Message = { id: string; channel: 'email' | 'sms'; subject: string; text: string; headers: Record<string, string> }
type Pushed = { text: string; topic: string; urgency: string; ttlSeconds: number }
type Subscription = { endpoint: string; expirationTime: null; keys: { p256dh: string; auth: string } }

let phones = 3_055_550_000
const someone = async (language: Language = 'en') => {
  phones += 1
  const user = await aUser(app.services, { tier: 1, lang: STORED_LANGUAGES[language], phone: `+1${phones}` })
  const headers = await signedIn(app.services, user)
  return { ...user, phone: `+1${phones}`, headers }
}
type Someone = Awaited<ReturnType<typeof someone>>

/** A browser of this person that is told as well: the sandbox's service keeps what it got. */
const aBrowser = async ({ headers }: Pick<Someone, 'headers'>) => {
  const { push } = app.services.config
  if (push === 'off') throw new Error('push is off')
  const { id, subscription } = await app.control<{ id: string; subscription: Subscription }>(
    'POST',
    '/push/subscriptions',
    { applicationServerKey: push.publicKey },
  )
  const answer = await app.raw('subscribePush', { subscription }, { headers })
  return { id, subscription, answer, got: () => app.control<Pushed[]>('GET', `/push?subscription=${id}`) }
}

const inboxOf = (to: string) => app.control<Message[]>('GET', `/inbox?to=${encodeURIComponent(to)}`)
const tell = (owner: Pick<TestUser, 'id'>, kind: NoticeKind, variant: string, more: Partial<Notice> = {}) =>
  tellNotices(app.services, [
    {
      ownerId: owner.id,
      source: `test/${newId()}`,
      at: app.clock.now(),
      kind,
      variant,
      object: { type: 'wallet', id: null },
      amountCents: 25_00n,
      said: { amountCents: 25_00n, name: 'Carlos Vega' },
      ...more,
    },
  ])
const switchAll = (who: Someone, channel: NoticeChannel, on: boolean) =>
  app.raw(
    'changeNoticePreferences',
    { changes: NOTICE_KINDS.filter((kind) => !isFixed(kind)).map((kind) => ({ kind, channel, on })) },
    { headers: who.headers },
  )

const REACH = { email: 'on', sms: 'on', push: 'on' } as const
const TOLD = NOTICE_KINDS.flatMap((kind) => {
  const [variant] = NOTICE_VARIANTS[kind]
  return variant === undefined ? [] : [{ kind, variant: variant as string }]
})

test('each kind goes by each channel as it comes, or switched the other way; on hold whatever was chosen, and a loss by mail as well; what is about safety has no switch', () => {
  for (const kind of NOTICE_KINDS)
    for (const channel of NOTICE_CHANNELS) {
      const what = `${kind} by ${channel}`
      const isDefault = NOTICE_DEFAULTS[kind].includes(channel)
      const switched = { [kind]: [channel] }
      expect(waysOf({}, { kind }, REACH)[channel], what).toBe(isDefault)
      expect(waysOf(switched, { kind }, REACH)[channel], what).toBe(isFixed(kind) ? isDefault : !isDefault)
      expect(waysOf(switched, { kind, isLoss: true }, REACH).email, `a loss, ${what}`).toBe(true)
      expect(waysOf(switched, { kind, isFixed: true }, REACH)[channel], what).toBe(isFixed(kind) ? isDefault : true)
    }
})

test('X-17 every kind goes by exactly the channels that are on: the list, a mail, a push message and a text; nothing goes where all are off, except what is about safety', async () => {
  const [ana, none] = [await someone(), await someone()]
  const [phone, quiet] = [await aBrowser(ana), await aBrowser(none)]
  for (const channel of NOTICE_CHANNELS) {
    await switchAll(ana, channel, true)
    await switchAll(none, channel, false)
  }
  for (const { kind, variant } of TOLD) for (const who of [ana, none]) await tell(who, kind, variant)
  await app.runJobs()

  const counts = async (who: Someone, browser: typeof phone) => {
    const inbox = [...(await inboxOf(who.email)), ...(await inboxOf(who.phone))]
    const { items } = (await app.call('listNotifications', { limit: '100' } as never, { headers: who.headers })).data
    return {
      inApp: items.length,
      email: inbox.filter(({ channel }) => channel === 'email').length,
      sms: inbox.filter(({ channel }) => channel === 'sms').length,
      push: (await browser.got()).length,
    }
  }
  const fixed = TOLD.filter(({ kind }) => isFixed(kind))
  const by = (channel: NoticeChannel) => fixed.filter(({ kind }) => NOTICE_DEFAULTS[kind].includes(channel)).length
  const movable = TOLD.length - fixed.length
  expect(await counts(ana, phone)).toEqual({
    inApp: movable + by('inApp'),
    email: movable + by('email'),
    push: movable + by('push'),
    sms: movable + by('sms'),
  })
  // That they were switched off is about safety as well.
  expect(await counts(none, quiet)).toEqual({
    inApp: by('inApp') + 1,
    email: by('email') + 1,
    push: by('push'),
    sms: by('sms'),
  })
})

test('a lock screen and a text show that something happened, in the own language, and no name, amount or code; a tap leads to the object', async () => {
  const min = await someone('ko')
  const browser = await aBrowser(min)
  await app.raw('changeNoticePreferences', { changes: [{ kind: 'received', channel: 'sms', on: true }] }, min)
  await tell(min, 'received', 'completed', { object: { type: 'transaction', id: newId() } })
  await app.runJobs()
  const [pushed] = await browser.got()
  expect(JSON.parse(pushed?.text ?? '')).toEqual({
    id: expect.stringMatching(/^ntf_[0-9a-f]{32}$/),
    text: '돈이 들어왔어요',
    path: expect.stringMatching(/^\/notifications#transaction\/txn_[0-9a-f]{32}$/),
    unread: 1,
  })
  expect(pushed).toMatchObject({ topic: expect.stringMatching(/^[0-9a-f]{32}$/), urgency: 'normal', ttlSeconds: 3_600 })
  const [text] = await inboxOf(min.phone)
  expect(text?.text).toMatch(/^\[Puente\] 돈이 들어왔어요\. 자세한 내용은 앱에서 확인하세요\. \(번호 [0-9A-F]{6}\)$/)
  for (const language of LANGUAGES)
    for (const kind of NOTICE_KINDS)
      for (const variant of NOTICE_VARIANTS[kind]) {
        const brief = briefText(language, `${kind}.${variant}` as NoticeName)
        expect(brief, `${kind}.${variant} in ${language}`).toMatch(/^[^{}$@]{4,110}$/)
      }
})

test('a browser that has ended its subscription is forgotten, and one whose session was ended on purpose is told nothing', async () => {
  const ana = await someone()
  const [gone, lost] = [await aBrowser(ana), await aBrowser({ headers: await signedIn(app.services, ana) })]
  const kept = await aBrowser({ headers: await signedIn(app.services, ana) })
  const devices = async () =>
    (
      await app.services.db
        .selectFrom('push_subscriptions')
        .select('session_id')
        .where('owner_id', '=', ana.id)
        .execute()
    ).length
  await app.control('POST', `/push/subscriptions/${gone.id}/end`, {})
  const sessions = await app.services.db
    .selectFrom('push_subscriptions')
    .select(['session_id', 'endpoint'])
    .where('owner_id', '=', ana.id)
    .execute()
  const sessionOf = ({ subscription }: typeof gone) =>
    sessions.find(({ endpoint }) => endpoint === subscription.endpoint)?.session_id ?? ''
  await transaction(app.services.db, 'test', (trx) =>
    closeSessions(trx, { ownerId: ana.id, ids: [sessionOf(lost)], except: null }, 'revoked', app.clock.now()),
  )
  // Over by the clock, as every session is after a quarter of an hour: that is when a phone should ring.
  await transaction(app.services.db, 'test', (trx) =>
    closeSessions(trx, { ownerId: ana.id, ids: [sessionOf(kept)], except: null }, 'idle', app.clock.now()),
  )
  await tell(ana, 'received', 'completed')
  await app.runJobs()
  expect([(await gone.got()).length, (await lost.got()).length, (await kept.got()).length]).toEqual([0, 0, 1])
  expect(await devices()).toBe(1)
  // A lost device, a new password: only a browser that somebody is signed in with stays.
  await transaction(app.services.db, 'test', (trx) => recordSecurityEvent(trx, app.services, ana.id, 'deviceLost'))
  await app.runJobs()
  expect(await devices()).toBe(0)
})

test('a browser that nobody has used for 60 days is forgotten at night, one that said later that it is in use is not', async () => {
  const ana = await someone()
  const [old, used] = [await aBrowser(ana), await aBrowser(ana)]
  const DAY_MS = 86_400_000
  for (const [{ subscription }, days] of [
    [old, 61],
    [used, 59],
  ] as const)
    await app.services.db
      .updateTable('push_subscriptions')
      .set({ renewed_at: new Date(app.clock.now().getTime() - days * DAY_MS) })
      .where('owner_id', '=', ana.id)
      .where('device_hash', '=', deviceHashOf(subscription.endpoint))
      .execute()
  await pruneDevices(app.services)
  await tell(ana, 'received', 'completed')
  await app.runJobs()
  expect([(await old.got()).length, (await used.got()).length]).toEqual([0, 1])
})

test('knowing the address of a browser is not enough to take it over or end it', async () => {
  const [ana, ben] = [await someone(), await someone()]
  const { subscription, got } = await aBrowser(ana)
  const again = { ...subscription, endpoint: `${subscription.endpoint}#again` }
  expect((await app.raw('subscribePush', { subscription: again }, ana)).status).toBe(200)
  const { subscription: own } = await aBrowser(ben)
  const stolen = { endpoint: subscription.endpoint, keys: own.keys }
  expect(await app.raw('subscribePush', { subscription: stolen }, ben)).toMatchObject({
    status: 400,
    code: 'invalidRequest',
  })
  expect((await app.raw('unsubscribePush', { endpoint: subscription.endpoint }, ben)).status).toBe(200)
  await tell(ana, 'received', 'completed')
  await app.runJobs()
  expect(await got()).toHaveLength(1)
})

test('a browser is one person at a time: whoever signs in there next has it alone, and closing the account ends it', async () => {
  const [ana, ben] = [await someone(), await someone()]
  const { subscription, got } = await aBrowser(ana)
  expect((await app.raw('subscribePush', { subscription }, ben)).status).toBe(200)
  await tell(ana, 'received', 'completed')
  await app.runJobs()
  expect(await got()).toEqual([])
  await tell(ben, 'received', 'completed')
  await app.runJobs()
  expect(await got()).toHaveLength(1)
  expect((await app.raw('unsubscribePush', { endpoint: subscription.endpoint }, ana)).status).toBe(200)
  await tell(ben, 'received', 'completed')
  await app.runJobs()
  expect(await got()).toHaveLength(2)
  await transaction(app.services.db, 'test', (trx) => closeAllSessions(trx, ben.id, 'accountClosed', app.clock.now()))
  await tell(ben, 'received', 'completed')
  await app.runJobs()
  expect(await got()).toHaveLength(2)
})

test.each([
  'http://fcm.googleapis.com/fcm/send/x',
  'https://fcm.googleapis.com:8443/x',
  'https://user:pass@fcm.googleapis.com/x',
  'https://fcm.googleapis.com.attacker.example/x',
  'https://push.apple.com.attacker.example/x',
  'https://10.0.0.5/x',
  'http://127.0.0.1:5432/x',
  'https://push.services.mozilla.com/x',
  'nonsense',
])('an address that is no known push service is refused and never reached: %s', async (endpoint) => {
  const ana = await someone()
  const keys = { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) }
  expect(await app.raw('subscribePush', { subscription: { endpoint, keys } }, ana)).toMatchObject({
    status: 400,
    code: 'invalidRequest',
  })
})

test('an eleventh browser takes the place of the one that was used longest ago', async () => {
  const ana = await someone()
  const browsers: Awaited<ReturnType<typeof aBrowser>>[] = []
  for (let n = 0; n < 11; n += 1) {
    app.clock.advance(1_000)
    browsers.push(await aBrowser(ana))
  }
  await tell(ana, 'received', 'completed')
  await app.runJobs()
  const got: number[] = []
  for (const browser of browsers) got.push((await browser.got()).length)
  expect(got).toEqual([0, ...Array.from({ length: 10 }, () => 1)])
})

const returned = async ({ email }: TestUser) =>
  (
    await app.services.db
      .selectFrom('users')
      .select('email_returned_at')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
  ).email_returned_at !== null

test('an address that takes no mail is marked, its owner told once in the app and by text, and mailed only what is about safety until it is verified again', async () => {
  const ana = await someone()
  await app.control('POST', '/mail/refuse', { to: ana.email })
  await tell(ana, 'received', 'completed')
  await tell(ana, 'received', 'completed')
  await app.runJobs()
  expect(await returned(ana)).toBe(true)
  const told = async () =>
    (await app.call('listNotifications', { limit: '50' } as never, ana)).data.items.map(
      ({ kind, variant }) => `${kind}.${variant}`,
    )
  expect((await told()).filter((name) => name === 'updateEmail.returned')).toHaveLength(1)
  expect((await inboxOf(ana.phone)).map(({ text }) => text)).toEqual([
    expect.stringMatching(
      /^Puente: Our emails to you come back\. Check your address or verify it again\. Open the app to see more\. Ref\. /,
    ),
  ])
  expect((await app.call('me', undefined, ana)).data.emailReturned).toBe(true)
  expect((await app.call('noticePreferences', undefined, ana)).data.reach.email).toBe('returned')

  // The mailbox is there again; nobody has said so yet.
  await app.control('POST', '/reset', {})
  await tell(ana, 'received', 'completed')
  await tell(ana, 'security', 'newDevice')
  await app.runJobs()
  expect((await inboxOf(ana.email)).map(({ subject }) => subject)).toEqual(['A new device logged in to your account'])
  expect((await inboxOf(ana.phone)).at(0)?.text).toContain('A new device logged in')

  await app.call('requestEmailCode' as never, undefined, ana)
  await app.runJobs()
  const [mail] = await app.control<{ code: string }[]>('GET', `/inbox?to=${encodeURIComponent(ana.email)}`)
  expect(await app.raw('confirmEmail', { emailToken: mail?.code }, ana)).toMatchObject({ status: 200 })
  expect(await returned(ana)).toBe(false)
  await tell(ana, 'received', 'completed')
  await app.runJobs()
  expect((await inboxOf(ana.email)).at(0)?.subject).toBe('Carlos Vega sent you $25.00')
})

test('mail that comes back later is believed of a mail that we sent to that address, handed over by our own mail system, and only for good', async () => {
  const [ana, ben] = [await someone(), await someone()]
  for (const who of [ana, ben]) await tell(who, 'received', 'completed')
  await app.runJobs()
  const [mail] = await inboxOf(ana.email)
  const [other] = await inboxOf(ben.email)
  const report = async (id: string | undefined, status?: string) => {
    await app.control('POST', `/inbox/${id}/return`, status ? { status } : {})
    await app.runJobs()
  }
  await report(mail?.id, '4.2.2')
  await report(mail?.id, '5.7.1')
  expect(await returned(ana)).toBe(false)
  // Anybody can write a report: it must name the id of a mail to that very address.
  const forged = (id: string) =>
    [
      'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
      '',
      '--b',
      'Content-Type: message/delivery-status',
      '',
      'Reporting-MTA: dns; mx.example.net',
      '',
      `Final-Recipient: rfc822; ${ana.email}`,
      'Action: failed',
      'Status: 5.1.1',
      '',
      '--b',
      'Content-Type: text/rfc822-headers',
      '',
      `Message-ID: ${id}`,
      '',
      '--b--',
    ].join('\r\n')
  const hand = (body: string, token: string | null) =>
    fetch(`${app.url}/hooks/mail`, { method: 'POST', body, headers: { authorization: `Bearer ${token}` } })
  const { hookToken } = app.services.config.mail
  for (const id of [other?.headers['message-id'] ?? '', '<guess.0123456789abcdef01234567@puente.test>'])
    expect((await hand(forged(id), hookToken)).status).toBe(200)
  expect((await hand(forged(mail?.headers['message-id'] ?? ''), 'guess')).status).toBe(400)
  await app.runJobs()
  expect(await returned(ana)).toBe(false)
  await report(mail?.id)
  expect([await returned(ana), await returned(ben)]).toEqual([true, false])
})

test('the button of a mail program switches mail about that kind off with one POST; following the link changes nothing; what is about safety has no button', async () => {
  const ana = await someone()
  await tell(ana, 'received', 'completed')
  await tell(ana, 'security', 'newDevice')
  await app.runJobs()
  const [safety, mail] = await inboxOf(ana.email)
  expect(safety?.headers['list-unsubscribe']).toBeUndefined()
  expect(mail?.headers).toMatchObject({
    'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
    'auto-submitted': 'auto-generated',
  })
  const url = /^<(.+)>$/.exec(mail?.headers['list-unsubscribe'] ?? '')?.[1] ?? ''
  const isOn = async () =>
    (await app.call('noticePreferences', undefined, ana)).data.items.find(({ kind }) => kind === 'received')?.channels
      .email
  const form = { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' } }
  const press = (address: string) => fetch(address, { ...form, body: 'List-Unsubscribe=One-Click', redirect: 'manual' })
  const followed = await fetch(url, { redirect: 'manual' })
  expect([followed.status, followed.headers.get('location')]).toEqual([
    303,
    expect.stringMatching(/\/settings\/notifications$/),
  ])
  expect((await press(`${url.slice(0, -4)}AAAA`)).status).toBe(400)
  expect((await press(url.replace('.received.', '.security.'))).status).toBe(400)
  expect(await isOn()).toBe(true)
  expect((await press(url)).status).toBe(200)
  expect((await press(url)).status).toBe(200)
  expect(await isOn()).toBe(false)
})

test('texts stop when the holder of the phone says STOP, and start when they are switched on again', async () => {
  const ana = await someone()
  const sms = (on: boolean) =>
    app.raw('changeNoticePreferences', { changes: [{ kind: 'received', channel: 'sms', on }] }, ana)
  const reach = async () => (await app.call('noticePreferences', undefined, ana)).data.reach.sms
  const got = async () => {
    await tell(ana, 'received', 'completed')
    await app.runJobs()
    return (await inboxOf(ana.phone)).length
  }
  await sms(true)
  expect(await got()).toBe(1)
  await app.control('POST', '/sms/answer', { from: ana.phone, word: 'STOP' })
  expect([await got(), await reach()]).toEqual([1, 'stopped'])
  await app.control('POST', '/sms/answer', { from: ana.phone, word: 'START' })
  expect(await got()).toBe(1)
  await sms(true)
  expect([await reach(), await got()]).toEqual(['on', 2])
})

test('a person gets ten texts about notifications a day, and more the next day', async () => {
  const ana = await someone()
  const { budgets: wide, clock, db } = app.services
  await app.raw('changeNoticePreferences', { changes: [{ kind: 'received', channel: 'sms', on: true }] }, ana)
  const got = async (times: number) => {
    for (let n = 0; n < times; n += 1) await tell(ana, 'received', 'completed')
    await app.runJobs()
    return (await inboxOf(ana.phone)).length
  }
  // As narrow as in production.
  app.services.budgets = createBudgets({ db, clock })
  try {
    expect(await got(9)).toBe(9)
    expect(await got(3)).toBe(10)
    // What is not texted is in the list all the same.
    const { items } = (await app.call('listNotifications', { limit: '50' } as never, ana)).data
    expect(items).toHaveLength(12)
    app.clock.advance(86_400_001)
    expect(await got(2)).toBe(12)
  } finally {
    app.services.budgets = wide
  }
})

const DEATHS: readonly Point[] = ['provider.before', 'provider.after']
test.each(DEATHS)(
  'work cut off at %s of every hand-over is done again: one text each, and mails and push messages under the same key as before',
  async (point) => {
    const ana = await someone()
    const browser = await aBrowser(ana)
    for (const channel of NOTICE_CHANNELS) await switchAll(ana, channel, true)
    const kinds = TOLD.filter(({ kind }) => !isFixed(kind)).slice(0, 5)
    // Two of the same words are two texts.
    const told = [...kinds, ...kinds.slice(0, 1)]
    for (const { kind, variant } of told) await tell(ana, kind, variant)
    const { failpoint } = app.services
    let deaths = 0
    app.services.failpoint = async (here) => {
      if (here !== point) return
      deaths += 1
      throw new Error('the power was cut')
    }
    await app.runJobs()
    app.services.failpoint = failpoint
    expect(deaths).toBe(told.length * 3)
    const before = point === 'provider.after' ? 1 : 0
    const seen = async () => {
      const mails = (await inboxOf(ana.email)).map(({ headers }) => headers['message-id'] ?? '')
      const topics = (await browser.got()).map(({ topic }) => topic)
      const texts = (await inboxOf(ana.phone)).map(({ text }) => text)
      return [mails, topics, texts].map((keys) => [keys.length, new Set(keys).size] as const)
    }
    const each = told.length
    const handedOver = [each * before, each * before]
    expect(await seen()).toEqual([handedOver, handedOver, handedOver])
    // A hand-over that takes too long on a busy machine is tried again, as the queue does after a pause.
    for (let tries = 0; tries < 3; tries += 1) {
      const { rowCount } = await app.services.db.pool.query(
        'update graphile_worker._private_jobs set run_at = now() where attempts > 0',
      )
      if (rowCount === 0) break
      await app.runJobs()
    }
    const repeated = [each * (before + 1), each]
    expect(await seen()).toEqual([repeated, repeated, [each, each]])
    expect((await app.call('listNotifications', { limit: '50' } as never, ana)).data.items).toHaveLength(each)
  },
)
