import { afterAll, beforeAll, expect, test } from 'vitest'
import { findCredentials, isPasswordOf, lockAccount } from '#features/accounts/index.ts'
import { insertSignInToken } from '#features/sessions/index.ts'
import { newToken } from '#platform/crypto/tokens.ts'
import { transaction } from '#platform/db/transaction.ts'
import { aUser, PASSWORD } from '#test/factories.ts'
import { type AuthWorld, authWorld } from '#test/visitors.ts'
import { untilWaiting } from '#test/waiting.ts'

let world: AuthWorld
beforeAll(async () => {
  world = await authWorld()
})
afterAll(() => world.close())

const NEW = 'Orilla-Tranquila-58'
const person = async () => {
  const user = await aUser(world.services, { emailVerified: true })
  return { user, ...(await world.enter(user.email, PASSWORD)) }
}
type Person = Awaited<ReturnType<typeof person>>
const change = ({ bearer, device }: Person, body: object = {}) =>
  world.call('changePassword', { currentPassword: PASSWORD, newPassword: NEW, ...body }, { bearer, device })
const signIn = (email: string, password: string, device?: string) =>
  world.call('signIn', { email, password }, device === undefined ? {} : { device })
const activity = (bearer: string) => world.call('activity', {}, { bearer })
const refresh = (cookie: string) => world.call('refreshSession', {}, { cookie })

test('RT-40 RD-08 a new password ends every other session with its reason, and this one goes on under a new cookie', async () => {
  const ana = await person()
  const other = await world.enter(ana.user.email, PASSWORD)
  const answer = await change(ana)
  expect(answer).toEqual(expect.objectContaining({ status: 200, data: {} }))
  const ended = { status: 401, code: 'sessionClosed', details: { reason: 'passwordChanged' } }
  expect(await activity(other.bearer)).toMatchObject(ended)
  expect((await activity(ana.bearer)).status).toBe(200)
  expect(await refresh(ana.cookie)).toMatchObject({ status: 401, details: { reason: 'passwordChanged' } })
  expect((await refresh(answer.cookie ?? '')).status).toBe(200)
  expect(await signIn(ana.user.email, PASSWORD)).toMatchObject({ status: 401, code: 'invalidSignIn' })
  expect((await signIn(ana.user.email, NEW)).status).toBe(200)
  const mail = await world.newestTo(ana.user.email)
  expect(mail.subject).toBe('Your Puente password was changed')
  const { items } = (await world.call('securityLog', {}, { bearer: ana.bearer })).data
  expect(items[0]).toMatchObject({ event: 'signInRefused' })
  expect(items[1]).toMatchObject({ event: 'passwordChanged' })
})

test('RT-40 RD-08 EC-10 a wrong current password changes nothing and counts as a guess', async () => {
  const ana = await person()
  const wrong = { status: 403, code: 'change_password_error' }
  expect(await change(ana, { currentPassword: 'Wrong-Guess-9' })).toMatchObject(wrong)
  expect(await change(ana, { currentPassword: '' })).toMatchObject({ code: 'change_password_error' })
  expect((await signIn(ana.user.email, PASSWORD)).status).toBe(200)
  const guesses = await Promise.all(
    Array.from({ length: 30 }, (_, n) => change(ana, { currentPassword: `Wrong-Guess-${n}` })),
  )
  const evaluated = guesses.filter(({ code }) => code === 'change_password_error').length
  expect(evaluated).toBeGreaterThan(0)
  expect(evaluated).toBeLessThanOrEqual(10)
  expect(guesses.filter(({ code }) => code === 'tooManyRequests')).toHaveLength(30 - evaluated)
})

test.each([
  ['Short-1', 'eight characters'],
  ['no-capital-letter-7', 'a capital letter'],
  ['No-Number-Here', 'a number'],
  ['Puente-2026', 'none of our own words'],
  ['Password1', 'none that people choose'],
])('a new password needs what one at sign-up needs: %s is refused for %s', async (newPassword) => {
  const ana = await person()
  expect(await change(ana, { newPassword })).toMatchObject({ status: 400, code: 'invalidPass' })
  expect((await signIn(ana.user.email, PASSWORD)).status).toBe(200)
})

test('what was begun with the old password ends with it: tokens, reset links, a change of the email, lanes of other browsers', async () => {
  const ana = await person()
  const { email } = ana.user
  const thief = await signIn(email, PASSWORD)
  await world.call('forgotPassword', { email })
  const { token } = await world.newestTo(email)
  await world.call('changeEmail', { email: `thief-${email}` }, { bearer: ana.bearer })
  const { code } = await world.newestTo(`thief-${email}`)
  const changed = await change(ana)
  expect(changed.status).toBe(200)
  expect(await world.call('openSession', { token: thief.data.token })).toMatchObject({ code: 'invalidToken' })
  expect((await world.call('resetPassword', { token, newPassword: 'Thiefs-Choice-77' })).status).toBe(400)
  expect(await world.call('confirmEmail', { emailToken: code }, { bearer: ana.bearer })).toMatchObject({
    code: 'invalidCode',
  })
  // What the thief's browser proved was the old password: its guesses fill the common budget, not one of its own.
  for (let wrong = 0; wrong < 10; wrong += 1) await signIn(email, `Wrong-Guess-${wrong}`, thief.device ?? '')
  expect(await signIn(email, NEW, thief.device ?? '')).toMatchObject({ status: 429 })
  expect((await signIn(email, NEW, changed.device ?? '')).status).toBe(200)
})

test('of changes at the same moment one counts, and a sign-in that races with it opens nothing with the old password', async () => {
  const ana = await person()
  const [one, other, raced] = await Promise.all([
    change(ana),
    change(ana, { newPassword: 'Camino-Del-Sur-93' }),
    signIn(ana.user.email, PASSWORD).then(async ({ data }) =>
      data === undefined ? null : world.call('openSession', { token: data.token }),
    ),
  ])
  expect([one.status, other.status].toSorted((a, b) => a - b)).toEqual([200, 403])
  const opened = raced?.data?.bearer
  if (opened !== undefined) expect(await activity(opened)).toMatchObject({ details: { reason: 'passwordChanged' } })
  expect((await signIn(ana.user.email, PASSWORD)).status).toBe(401)
  expect((await signIn(ana.user.email, one.status === 200 ? NEW : 'Camino-Del-Sur-93')).status).toBe(200)
})

test.each(['changePassword', 'resetPassword', 'notMe', 'lostDevice'] as const)(
  'a password that is proved while %s waits opens nothing after it',
  async (ending) => {
    const ana = await person()
    const { id, email } = ana.user
    await world.enter(email, PASSWORD)
    const end = {
      changePassword: async () => () => change(ana),
      resetPassword: async () => {
        await world.call('forgotPassword', { email })
        const { token } = await world.newestTo(email)
        return () => world.call('resetPassword', { token, newPassword: NEW })
      },
      notMe: async () => {
        await world.call('changeEmail', { email: `next-${email}` }, { bearer: ana.bearer })
        const { token } = await world.newestTo(email)
        return () => world.call('notMe', { token })
      },
      lostDevice: async () => () => world.call('lostDevice', {}, { bearer: ana.bearer }),
    }
    const call = await end[ending]()
    const { db, clock } = world.services
    const found = (await findCredentials(db, id))!
    const token = newToken()
    const raced = await transaction(db, 'hold its sessions', async (holding) => {
      await holding.selectFrom('sessions').select('session_id').where('owner_id', '=', id).forUpdate().execute()
      const ended = await transaction(db, 'prove the old password', async (proving) => {
        expect(await isPasswordOf(proving, found)).toBe(true)
        const calling = { answer: call() }
        await untilWaiting(world.database, 1)
        const expiresAt = new Date(clock.now().getTime() + 60_000)
        await insertSignInToken(proving, token, id, { proof: 'password', expiresAt })
        return calling
      })
      await untilWaiting(world.database, 1, 'update "sessions"')
      const opened = world.call('openSession', { token })
      await untilWaiting(world.database, 2)
      return { ended: ended.answer, opened }
    })
    expect((await raced.ended).status).toBe(200)
    expect(await raced.opened).toMatchObject({ code: 'invalidToken' })
  },
)

test.each(['confirmEmail', 'resetPassword', 'notMe'] as const)(
  'the link of %s takes its account before its code, as calls with a session do, so that neither waits for the other in vain',
  async (call) => {
    const { user, bearer } = await world.join({ emailVerified: call !== 'confirmEmail', phone: null })
    if (call === 'confirmEmail') await world.call('requestEmailCode', {}, { bearer })
    else if (call === 'resetPassword') await world.call('forgotPassword', { email: user.email })
    else await world.call('changeEmail', { email: `next-${user.email}` }, { bearer })
    const { token } = await world.newestTo(user.email)
    const input = call === 'confirmEmail' ? { emailToken: token } : { token, newPassword: NEW }
    const answer = await transaction(world.services.db, 'hold the account', async (holding) => {
      await lockAccount(holding, world.services.keys, user.id)
      const calling = { answer: world.call(call, call === 'notMe' ? { token } : input) }
      await untilWaiting(world.database, 1)
      const codes = holding.selectFrom('contact_codes').select('code_id').where('owner_id', '=', user.id)
      expect(await codes.forUpdate().noWait().execute()).not.toEqual([])
      return calling
    })
    expect((await answer.answer).status).toBe(200)
  },
)
