import {
  LANGUAGES,
  type Language,
  NOTICE_KINDS,
  NOTICE_VARIANTS,
  STORED_LANGUAGES,
  transactionId,
  uuidOf,
} from '@puente/contract'
import noticesEn from '@puente/contract/texts/notices/en.json' with { type: 'json' }
import noticesEs from '@puente/contract/texts/notices/es.json' with { type: 'json' }
import noticesKo from '@puente/contract/texts/notices/ko.json' with { type: 'json' }
import { expect, test } from 'vitest'
import { readNews } from '#platform/live/live-store.ts'
import { newId } from '#platform/ids.ts'
import { aVerifiedUser, signedIn, type TestUser, withBalance } from '#test/factories.ts'
import { appOfFile } from '#test/suite.ts'
import { catchUp, followMovements } from './follow-movements.ts'

const app = appOfFile()
type Mail = { to: string; subject: string; text: string; html?: string }

const someone = async (cents = 0, fullName = 'Ana Ruiz', language: Language = 'en') => {
  const user = await aVerifiedUser(app.services, { fullName, lang: STORED_LANGUAGES[language] })
  if (cents > 0) await withBalance(app.services, user, cents)
  // What a test begins with is no news.
  await catchUp(app.services)
  return user
}
const as = async (user: Pick<TestUser, 'id'>) => ({ headers: await signedIn(app.services, user) })
const send = async (from: TestUser, to: TestUser, amount: number) =>
  (
    await app.call('sendInApp', { currency: 'USD', toUser: to.userId, amount, note: '' } as never, {
      key: newId(),
      ...(await as(from)),
    })
  ).data.transactionId
const noticesOf = async (user: TestUser) => {
  const { data } = await app.call('listNotifications', { limit: '50' } as never, await as(user))
  return data
}
const told = async (user: TestUser, kind?: string) =>
  (await noticesOf(user)).items
    .filter((one) => kind === undefined || one.kind === kind)
    .map(({ kind: of, variant }) => `${of}.${variant}`)
const mailsTo = async ({ email }: TestUser) => {
  await app.runJobs()
  return app.control<Mail[]>('GET', `/inbox?to=${encodeURIComponent(email)}`)
}

test('EN-03 EN-04 a send tells both sides once, with a link to it: the sender quietly, the receiver with a mail in their language', async () => {
  const [ana, min] = [await someone(500_00), await someone(0, 'Kim Minsu', 'ko')]
  const id = await send(ana, min, 25_00)
  // However often, and in however many processes, the same is heard of.
  const twice = [ana.id, min.id, ana.id]
  await Promise.all([followMovements(app.services, twice, false), followMovements(app.services, twice, true)])
  await catchUp(app.services)

  const [mine, theirs] = [await noticesOf(ana), await noticesOf(min)]
  const row = { objectType: 'transaction', objectId: id, id: expect.stringMatching(/^ntf_[0-9a-f]{32}$/) }
  expect(mine.items).toEqual([
    expect.objectContaining({
      ...row,
      kind: 'sent',
      variant: 'completed',
      readAt: expect.any(String),
      params: { amount: 25_00, name: 'Kim Minsu', method: 'wallet' },
    }),
  ])
  expect(theirs.items).toEqual([
    expect.objectContaining({
      ...row,
      kind: 'received',
      variant: 'completed',
      readAt: null,
      params: { amount: 25_00, name: 'Ana Ruiz', method: 'wallet' },
    }),
  ])
  expect([mine.unread, theirs.unread]).toEqual([0, 1])

  expect(await mailsTo(ana)).toEqual([])
  const [mail, ...more] = await mailsTo(min)
  expect(more).toEqual([])
  expect(mail?.subject).toBe('Ana Ruiz님이 $25.00 보냈어요')
  expect(mail?.text).toContain(`${app.services.config.publicUrl}/notifications`)
  expect(mail?.html).toContain('lang="ko"')
})

test('the list names no one whom its reader has blocked', async () => {
  const [ana, ben] = [await someone(50_00), await someone(0, 'Ben Ortiz')]
  await send(ana, ben, 25_00)
  await app.call('createRequest', { toUser: ben.userId, amount: 5_00, currency: 'USD', note: '' } as never, {
    key: newId(),
    ...(await as(ana)),
  })
  await app.runJobs()
  await catchUp(app.services)
  const names = async () => new Set((await noticesOf(ben)).items.map(({ params }) => params['name']))
  expect(await names()).toEqual(new Set(['Ana Ruiz']))
  await app.call('block', { userId: ana.userId }, await as(ben))
  expect(await names()).toEqual(new Set([null]))
})

test('a process that dies after the money, or before its own work is kept, tells nothing twice and leaves nothing out', async () => {
  const [ana, ben] = [await someone(500_00), await someone(0, 'Ben Lee')]
  await send(ana, ben, 10_00)
  const broken = {
    ...app.services,
    live: { ...app.services.live, publish: () => Promise.reject(new Error('the process ends here')) },
  }
  await expect(followMovements(broken, [ana.id, ben.id], false)).rejects.toThrow('the process ends here')
  expect(await told(ben)).toEqual([])
  await catchUp(app.services)
  await catchUp(app.services)
  expect([await told(ana), await told(ben)]).toEqual([['sent.completed'], ['received.completed']])
  expect(await mailsTo(ben)).toHaveLength(1)
  // Whoever forgets an event forgets nothing that was not followed.
  expect(await readNews(app.services.db, [ana.id])).toEqual([])
})

test('a channel that was switched off stays silent, and a mail alone is sent once as well', async () => {
  const [ana, ben] = [await someone(500_00), await someone(0, 'Ben Lee')]
  const change = (changes: object[]) => as(ben).then((who) => app.raw('changeNoticePreferences', { changes }, who))
  await change([{ kind: 'received', channel: 'inApp', on: false }])
  await send(ana, ben, 10_00)
  await catchUp(app.services)
  // That it was switched off is mailed as well.
  const mails = async () => (await mailsTo(ben)).filter(({ subject }) => subject.includes('Ana Ruiz')).length
  expect([await told(ben), (await noticesOf(ben)).unread, await mails()]).toEqual([[], 0, 1])
  await change([{ kind: 'received', channel: 'email', on: false }])
  await send(ana, ben, 11_00)
  await catchUp(app.services)
  expect([await told(ben, 'received'), await mails()]).toEqual([[], 1])
})

test('EN-06 a balance is told when it falls below the own threshold or by more than half in a day, and at most once a day', async () => {
  const [ana, ben] = [await someone(100_00), await someone(0, 'Ben Lee')]
  const drops = () => told(ana, 'balanceDropped')
  const after = async (cents: number) => {
    await send(ana, ben, cents)
    await catchUp(app.services)
    return drops()
  }
  expect(await after(45_00)).toEqual([])
  expect(await after(10_00)).toEqual(['balanceDropped.halved'])
  const [first] = (await noticesOf(ana)).items.filter(({ kind }) => kind === 'balanceDropped')
  expect(first).toMatchObject({ objectType: 'wallet', objectId: null, params: { amount: 45_00 }, readAt: null })
  // Below the threshold of $10 on the same day: the day's turn is taken.
  expect(await after(40_00)).toHaveLength(1)

  app.clock.advance(25 * 3_600_000)
  await withBalance(app.services, ana, 200_00)
  await app.raw('changeNoticePreferences', { changes: [], balanceThresholdCents: 150_00 }, await as(ana))
  expect(await after(60_00)).toEqual(['balanceDropped.below', 'balanceDropped.halved'])
  app.clock.advance(25 * 3_600_000)
  // Already below: nothing is crossed.
  expect(await after(10_00)).toHaveLength(2)
})

test('EN-06 a person who has set no threshold hears of a balance below $10', async () => {
  const [ana, ben] = [await someone(15_00), await someone(0, 'Ben Lee')]
  expect((await app.call('noticePreferences', undefined, await as(ana))).data.balanceThresholdCents).toBe(10_00)
  for (const [cents, drops] of [
    [5_00, []],
    [1_00, ['balanceDropped.below']],
  ] as const) {
    await send(ana, ben, cents)
    await catchUp(app.services)
    expect(await told(ana, 'balanceDropped')).toEqual(drops)
  }
})

test('money that comes in between a payment and a look at the balance hides no fall', async () => {
  const [ana, ben] = [await someone(100_00), await someone(500_00, 'Ben Lee')]
  const { ledger } = app.services
  let hasCome = false
  const later = new Proxy(ledger, {
    get: (target, name) =>
      name === 'balancesOf'
        ? async (refs: Parameters<typeof ledger.balancesOf>[0]) => {
            if (!hasCome) await send(ben, ana, 80_00)
            hasCome = true
            return target.balancesOf(refs)
          }
        : Reflect.get(target, name),
  })
  await send(ana, ben, 60_00)
  await followMovements({ ...app.services, ledger: later }, [ana.id], false)
  expect(hasCome).toBe(true)
  await catchUp(app.services)
  const drops = (await noticesOf(ana)).items.filter(({ kind }) => kind === 'balanceDropped')
  expect(drops).toMatchObject([{ variant: 'halved', params: { amount: 40_00 } }])
})

test('C-04 the list has five to a page, goes on where it ended, and is read by its ids or as a whole', async () => {
  const [ana, ben] = [await someone(500_00), await someone(0, 'Ben Lee')]
  const ids: string[] = []
  for (let n = 1; n <= 7; n += 1) ids.push(await send(ana, ben, n * 100))
  await catchUp(app.services)
  const who = await as(ben)
  const first = (await app.call('listNotifications', {} as never, who)).data
  expect(first.items.map(({ objectId }) => objectId)).toEqual(ids.toReversed().slice(0, 5))
  expect([first.unread, first.end]).toEqual([7, false])
  const second = (await app.call('listNotifications', { last: first.last } as never, who)).data
  expect(second.items.map(({ objectId }) => objectId)).toEqual(ids.toReversed().slice(5))
  expect([second.last, second.end]).toEqual([null, true])

  const read = (body: object) => app.raw('readNotifications', body, who)
  const [newest] = first.items
  expect((await read({ ids: [newest?.id] })).data).toEqual({ unread: 6 })
  // Another person's changes nothing, as one that does not exist.
  expect((await app.raw('readNotifications', { ids: [second.items[0]?.id] }, await as(ana))).status).toBe(200)
  expect((await read({ ids: [] })).data).toEqual({ unread: 6 })
  expect((await read({ all: true })).data).toEqual({ unread: 0 })
  expect((await read({ all: true })).data).toEqual({ unread: 0 })
  for (const wrong of [{}, { ids: [], all: true }, { ids: ['txn_1'] }])
    expect((await read(wrong)).code).toBe('invalidRequest')
  expect((await app.raw('listNotifications', { limit: '101' }, who)).code).toBe('invalidLimit')
  expect(
    (await app.raw('listNotifications', { last: transactionId(uuidOf(ids[0] ?? '', 'txn') ?? '') }, who)).code,
  ).toBe('invalidRequest')
})

test('every notification has its text in every language', () => {
  const names = NOTICE_KINDS.flatMap((kind) => NOTICE_VARIANTS[kind].map((variant) => `${kind}.${variant}`)).toSorted()
  const catalogues = { en: noticesEn, es: noticesEs, ko: noticesKo }
  for (const language of LANGUAGES) {
    const texts = Object.entries(catalogues[language]).flatMap(([kind, variants]) =>
      Object.keys(variants).map((variant) => `${kind}.${variant}`),
    )
    expect(texts.toSorted()).toEqual(names)
  }
})
