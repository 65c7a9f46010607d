import { STORED_LANGUAGES } from '@puente/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPhone, aUser, anEmail, PASSWORD, type UserOptions } from '#test/factories.ts'
import { anotherCode, type AuthWorld, authWorld } from '#test/visitors.ts'

let world: AuthWorld
beforeAll(async () => {
  world = await authWorld()
})
afterAll(() => world.close())

const person = async (options: UserOptions = { tier: 0 }) => {
  const user = await aUser(world.services, options)
  return { user, email: user.email, bearer: await world.bearerOf(user) }
}
const changeEmail = (bearer: string, email: string) => world.call('changeEmail', { email }, { bearer })
const confirmEmail = (bearer: string, emailToken: string) => world.call('confirmEmail', { emailToken }, { bearer })
const changePhone = (bearer: string, phone?: string) =>
  world.call('requestPhoneCode', phone ? { phone } : {}, { bearer })
const confirmPhone = (bearer: string, code: string) => world.call('confirmPhone', { code }, { bearer })
const waiting = async (bearer: string) => (await world.call('contactChanges', {}, { bearer })).data
const signIn = (email: string) => world.call('signIn', { email, password: PASSWORD })
const coolings = async (ownerId: string) => {
  const query = world.services.db.selectFrom('coolings').select(['cause', 'started_at', 'ends_at'])
  const rows = await query.where('owner_id', '=', ownerId).execute()
  return rows.map(({ cause, started_at, ends_at }) => [cause, (ends_at.getTime() - started_at.getTime()) / 3_600_000])
}
const told = async (bearer: string) =>
  (await world.call('listNotifications', {}, { bearer })).data.items.map(({ kind, variant, objectType, readAt }) => ({
    kind,
    variant,
    objectType,
    readAt,
  }))
const subjectsTo = async (address: string) => {
  await world.runJobs()
  return (await world.inbox(address)).map(({ subject }) => subject)
}

test('RT-42 EN-12 the old address stays in force until the code of the new one is confirmed; then both are told and sending slows down', async () => {
  const { user, email, bearer } = await person({ tier: 0, lang: STORED_LANGUAGES.es })
  const next = anEmail()
  expect(await changeEmail(bearer, next)).toMatchObject({ status: 200, data: { sentTo: expect.stringContaining('@') } })
  expect((await waiting(bearer)).email).toMatchObject({ email: next })
  expect((await signIn(email)).status).toBe(200)
  expect((await signIn(next)).status).toBe(401)
  expect(await coolings(user.id)).toEqual([])
  const { code } = await world.newestTo(next)
  expect(await confirmEmail(bearer, code)).toMatchObject({ status: 200, data: { email: next, emailVerified: true } })
  expect((await waiting(bearer)).email).toBeNull()
  expect((await signIn(email)).status).toBe(401)
  expect((await signIn(next)).status).toBe(200)
  expect(await coolings(user.id)).toEqual([['emailChanged', 24]])
  expect(await subjectsTo(email)).toEqual(['Tu correo de Puente cambió', 'Se pidió cambiar tu correo de Puente'])
  expect((await subjectsTo(next))[0]).toBe('Este es ahora tu correo de Puente')
  expect(await told(bearer)).toEqual([
    { kind: 'updateEmail', variant: 'changed', objectType: 'security', readAt: null },
  ])
  expect((await world.newestTo(user.phone ?? '')).text).toContain('Puente: Cambió tu correo.')
  expect(await confirmEmail(bearer, code)).toMatchObject({ status: 409, code: 'alreadyConfirmed' })
})

test('a stranger who gets the code by a mistyped address can do nothing with it', async () => {
  const { bearer } = await person()
  const stranger = await person()
  const next = anEmail()
  await changeEmail(bearer, next)
  const { code, token } = await world.newestTo(next)
  expect(token).toBe('')
  expect((await confirmEmail(stranger.bearer, code)).status).toBe(409)
  expect(await world.call('confirmEmail', { emailToken: code })).toMatchObject({ code: 'AuthHeaderRequired' })
})

test("EC-03 another account's address is emailUsed, at once and when it was taken meanwhile; one's own is no change", async () => {
  const [ana, ben] = [await person(), await person()]
  expect(await changeEmail(ana.bearer, ben.email)).toMatchObject({ status: 409, code: 'emailUsed' })
  expect(await changeEmail(ana.bearer, ana.email.toUpperCase())).toMatchObject({
    status: 400,
    code: 'invalidEmail',
    details: { reason: 'same' },
  })
  const next = anEmail()
  for (const { bearer } of [ana, ben]) expect((await changeEmail(bearer, next)).status).toBe(200)
  await world.runJobs()
  const codes = (await world.inbox(next)).map(({ code }) => code ?? '')
  const answers = await Promise.all([confirmEmail(ana.bearer, codes[1]!), confirmEmail(ben.bearer, codes[0]!)])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)?.code).toBe('emailUsed')
})

test('addresses that are taken cost what free ones do, their owner hears of it, and a spent budget says nothing of them', async () => {
  const [asker, ...owners] = [await person(), await person(), await person(), await person()]
  const [first, second, third] = owners.map(({ email }) => email)
  const ask = async (email = '') => (await changeEmail(asker.bearer, email)).code
  expect(await ask(first)).toBe('emailUsed')
  expect(await changeEmail(asker.bearer, anEmail())).toMatchObject({ status: 200 })
  expect(await ask(second)).toBe('emailUsed')
  for (const email of [third, anEmail()]) expect(await ask(email)).toBe('tooManyRequests')
  expect(await subjectsTo(first!)).toEqual(['You already have a Puente account'])
  expect(await subjectsTo(third!)).toEqual([])
  // Five in a day.
  world.advance(61)
  const bearer = await world.bearerOf(asker.user)
  for (const email of [third!, third!]) expect((await changeEmail(bearer, email)).code).toBe('emailUsed')
  for (const email of [third!, anEmail()]) expect((await changeEmail(bearer, email)).code).toBe('tooManyRequests')
})

test('of two changes the later counts, five wrong tries end one, and an address can be changed back', async () => {
  const { user, email, bearer } = await person()
  const [first, second] = [anEmail(), anEmail()]
  await changeEmail(bearer, first)
  const early = await world.newestTo(first)
  await changeEmail(bearer, second)
  const { code } = await world.newestTo(second)
  if (early.code !== code)
    expect(await confirmEmail(bearer, early.code)).toMatchObject({ status: 400, code: 'invalidCode' })
  expect(await confirmEmail(bearer, code)).toMatchObject({ status: 200, data: { email: second } })
  await changeEmail(bearer, email)
  // The notice of the change before is in the same inbox.
  await world.runJobs()
  const back = (await world.inbox(email)).find((mail) => mail.code)?.code ?? ''
  const wrong = await Promise.all(Array.from({ length: 20 }, () => confirmEmail(bearer, anotherCode(back))))
  expect(wrong.every(({ code: refusal }) => refusal === 'invalidCode' || refusal === 'tooManyRequests')).toBe(true)
  expect(await confirmEmail(bearer, back)).toMatchObject({ status: 400, code: 'invalidCode' })
  world.advance(61)
  const later = await world.bearerOf(user)
  await changeEmail(later, email)
  await world.runJobs()
  const again = (await world.inbox(email)).find((mail) => mail.code)?.code ?? ''
  expect(await confirmEmail(later, again)).toMatchObject({ status: 200, data: { email } })
})

test('an address that was mistyped at sign-up can be changed before it is proved, and its holder is told nothing', async () => {
  const { user, email, bearer } = await person({})
  await world.call('requestEmailCode', {}, { bearer })
  const old = await world.newestTo(email)
  const next = anEmail()
  await changeEmail(bearer, next)
  const { code } = await world.newestTo(next)
  expect(await confirmEmail(bearer, code)).toMatchObject({ status: 200, data: { email: next, loggedOut: false } })
  expect(await subjectsTo(email)).toHaveLength(1)
  expect(await coolings(user.id)).toEqual([])
  expect((await world.call('confirmEmail', { emailToken: old.token })).status).not.toBe(200)
  expect((await world.rowOf(user)).email).toBe(next)
})

test('a link to set a password that was mailed to the old address works no more', async () => {
  const { email, bearer } = await person()
  await world.call('forgotPassword', { email })
  const { token } = await world.newestTo(email)
  const next = anEmail()
  await changeEmail(bearer, next)
  await confirmEmail(bearer, (await world.newestTo(next)).code)
  expect((await world.call('resetPassword', { token, newPassword: 'Another-Choice-77' })).status).toBe(400)
})

test('the email cannot be changed while somebody else may have opened the account, or while it is frozen', async () => {
  const ana = await person()
  const at = world.services.clock.now()
  await world.services.db
    .updateTable('users')
    .set({ proved_elsewhere_at: at })
    .where('owner_id', '=', ana.user.id)
    .execute()
  expect(await changeEmail(ana.bearer, anEmail())).toMatchObject({
    status: 403,
    code: 'accountRestricted',
    details: { reason: 'provedElsewhere' },
  })
  const ben = await person()
  const next = anEmail()
  await changeEmail(ben.bearer, next)
  const { code } = await world.newestTo(next)
  await world.call('freeze', {}, { bearer: ben.bearer })
  const frozen = { status: 403, code: 'accountRestricted', details: { reason: 'frozen' } }
  expect(await confirmEmail(ben.bearer, code)).toMatchObject(frozen)
  expect(await changeEmail(ben.bearer, anEmail())).toMatchObject(frozen)
  expect(await changePhone(ben.bearer, aPhone())).toMatchObject(frozen)
})

test('"this wasn\'t me" freezes the account, logs everyone out and ends the change; the link works once, for a week, and can be looked at', async () => {
  const { user, email, bearer } = await person()
  const next = anEmail()
  await changeEmail(bearer, next)
  const { code } = await world.newestTo(next)
  const { token } = await world.newestTo(email)
  const look = (of: string) => world.call('checkNotMe', { token: of })
  expect(await look(token)).toEqual(expect.objectContaining({ status: 200, data: {} }))
  expect((await world.rowOf(user)).status).toBe('open')
  expect(await world.call('notMe', { token })).toMatchObject({
    status: 200,
    data: { frozen: true, emailPutBack: false, review: false },
  })
  expect(await world.call('activity', {}, { bearer })).toMatchObject({ details: { reason: 'notMe' } })
  expect((await world.rowOf(user)).status).toBe('frozen')
  const fresh = await world.bearerOf(user)
  expect((await confirmEmail(fresh, code)).status).not.toBe(200)
  for (const used of [await look(token), await world.call('notMe', { token })])
    expect(used).toMatchObject({ status: 409, code: 'usedCode' })
  expect(await world.call('notMe', { token: 'x'.repeat(43) })).toMatchObject({ status: 400, code: 'invalidCode' })
  expect(await subjectsTo(email)).toContain('We froze your Puente account')

  const late = await person()
  await changeEmail(late.bearer, anEmail())
  const notice = await world.newestTo(late.email)
  world.advance(7 * 24 * 60)
  for (const over of [await look(notice.token), await world.call('notMe', { token: notice.token })])
    expect(over).toMatchObject({ status: 422, code: 'emailTokenExpired' })
  expect((await world.rowOf(late.user)).status).toBe('open')
})

test('"this wasn\'t me" after the address was changed puts the old one back, and only an operator opens the account again', async () => {
  const { user, email, bearer } = await person()
  const [theirs, third] = [anEmail(), anEmail()]
  const change = async (from: string, to: string) => {
    await changeEmail(bearer, to)
    expect((await confirmEmail(bearer, (await world.newestTo(to)).code)).status).toBe(200)
    return (await world.newestTo(from)).token
  }
  const first = await change(email, theirs)
  const inBetween = await change(theirs, third)
  expect(await world.call('notMe', { token: inBetween })).toMatchObject({ data: { emailPutBack: true, review: true } })
  // The address that was taken off learns neither whose the account is nor what follows for it.
  const toThird = await world.newestTo(third)
  expect(toThird.subject).toBe('This email no longer belongs to a Puente account')
  expect(toThird.text).not.toMatch(/Maria López|confirm who you are/)
  expect((await signIn(theirs)).status).toBe(200)
  // Whoever has the address in between cannot end the link of the first.
  expect(await world.call('notMe', { token: first })).toMatchObject({ data: { frozen: true, emailPutBack: true } })
  expect((await signIn(email)).status).toBe(200)
  expect((await signIn(theirs)).status).toBe(401)
  expect(await subjectsTo(email)).toContain('Your Puente account is frozen, and your email is back')
  const fresh = await world.bearerOf(user)
  expect(await world.call('unfreeze', {}, { bearer: fresh })).toMatchObject({
    code: 'accountRestricted',
    details: { reason: 'ownerInDoubt' },
  })
  expect(await coolings(user.id)).toEqual([['emailChanged', 24]])
})

test('"this wasn\'t me" after the phone was changed is lifted by an operator only: a code to the new one proves no owner', async () => {
  const { user, email, bearer } = await person()
  const phone = aPhone()
  await changePhone(bearer, phone)
  expect((await confirmPhone(bearer, (await world.newestTo(phone)).code)).status).toBe(200)
  const { token } = await world.newestTo(email)
  expect(await world.call('notMe', { token })).toMatchObject({ data: { emailPutBack: false, review: true } })
  expect(await subjectsTo(email)).toContain('We froze your Puente account')
  expect(await world.call('unfreeze', {}, { bearer: await world.bearerOf(user) })).toMatchObject({
    details: { reason: 'ownerInDoubt' },
  })
})

test('the old mailbox can freeze and no more: no new password is mailed until an operator has looked', async () => {
  const { email, bearer } = await person()
  const theirs = anEmail()
  await changeEmail(bearer, theirs)
  await confirmEmail(bearer, (await world.newestTo(theirs)).code)
  const { token } = await world.newestTo(email)
  // Whoever signs up with the address that became free cannot keep it from coming back.
  await world.call('signUp', { email, password: PASSWORD, fullName: 'Ana Núñez', business: false })
  expect(await world.call('notMe', { token })).toMatchObject({ data: { emailPutBack: true, review: true } })
  const before = await subjectsTo(email)
  for (let twice = 0; twice < 2; twice += 1) expect((await world.call('forgotPassword', { email })).status).toBe(200)
  // Once a day at most it says why.
  expect(await subjectsTo(email)).toEqual(["You can't choose a new Puente password right now", ...before])
  expect((await world.newestTo(email)).token).toBe('')
})

test('"this wasn\'t me" of an account that operators have frozen, for whatever reason, leaves it to them', async () => {
  const { user, email, bearer } = await person()
  await world.call('freeze', {}, { bearer })
  const { token } = await world.newestTo(email)
  await world.services.db
    .insertInto('account_freezes')
    .values({ owner_id: user.id, cause: 'operator', public_reason: 'legalOrder', frozen_at: world.clock.now() })
    .execute()
  expect(await world.call('notMe', { token })).toMatchObject({ data: { review: true } })
  const before = await subjectsTo(email)
  await world.call('forgotPassword', { email })
  expect(await subjectsTo(email)).toEqual(["You can't choose a new Puente password right now", ...before])
  expect(await changeEmail(await world.bearerOf(user), anEmail())).toMatchObject({
    details: { reason: 'ownerInDoubt' },
  })
})

test('a notice is worth nothing once the account is closed', async () => {
  const { user, email, bearer } = await person()
  await changeEmail(bearer, anEmail())
  const { token } = await world.newestTo(email)
  await world.services.db.updateTable('users').set({ status: 'closed' }).where('owner_id', '=', user.id).execute()
  expect(await world.call('notMe', { token })).toMatchObject({ status: 400, code: 'invalidCode' })
})

test('an address that another account has taken since is not put back, and the account waits for an operator', async () => {
  const { user, email, bearer } = await person()
  const theirs = anEmail()
  await changeEmail(bearer, theirs)
  await confirmEmail(bearer, (await world.newestTo(theirs)).code)
  const { token } = await world.newestTo(email)
  const other = await person()
  await changeEmail(other.bearer, email)
  await confirmEmail(other.bearer, (await world.newestTo(email)).code)
  expect(await world.call('notMe', { token })).toMatchObject({
    data: { frozen: true, emailPutBack: false, review: true },
  })
  expect((await world.rowOf(user)).status).toBe('frozen')
  expect((await signIn(theirs)).status).toBe(200)
})

test('RT-44 EN-13 the old number stays in force until the code of the new one is confirmed; then it is told, free, and sending slows down', async () => {
  const { user, email, bearer } = await person({ tier: 0, lang: STORED_LANGUAGES.es })
  const old = user.phone ?? ''
  const next = aPhone()
  expect(await changePhone(bearer)).toMatchObject({ status: 409, code: 'phone_already_verified' })
  expect((await changePhone(bearer, next)).status).toBe(200)
  expect((await waiting(bearer)).phone).toMatchObject({ phone: expect.stringContaining(next.slice(-2)) })
  expect((await world.call('me', {}, { bearer })).data).toMatchObject({ phone: old, phoneVerified: true })
  const { code } = await world.newestTo(next)
  expect(await confirmPhone(bearer, anotherCode(code))).toMatchObject({ status: 400, code: 'invalidCode' })
  expect(await confirmPhone(bearer, code)).toMatchObject({ status: 200, data: { phone: next, phoneVerified: true } })
  expect(await coolings(user.id)).toEqual([['phoneChanged', 72]])
  expect((await world.newestTo(old)).text).toContain('acaba de cambiar')
  expect(await subjectsTo(email)).toEqual(['Tu teléfono de Puente cambió'])
  expect((await world.newestTo(email)).text).toContain('nuevo tampoco basta')
  expect(await told(bearer)).toEqual([
    { kind: 'updatePhone', variant: 'changed', objectType: 'security', readAt: null },
  ])
  const heir = await person({ emailVerified: true })
  await world.call('registerPhone', { phone: old }, { bearer: heir.bearer })
  expect((await confirmPhone(heir.bearer, (await world.newestTo(old)).code)).status).toBe(200)
})

test('API-07 only the right code tells that a number belongs to another account, and the old number stays', async () => {
  const [ana, ben] = [await person(), await person()]
  const taken = ben.user.phone ?? ''
  expect((await changePhone(ana.bearer, taken)).status).toBe(200)
  const { code } = await world.newestTo(taken)
  expect(await confirmPhone(ana.bearer, anotherCode(code))).toMatchObject({ status: 400, code: 'invalidCode' })
  expect(await confirmPhone(ana.bearer, code)).toMatchObject({ status: 409, code: 'phoneUsed' })
  expect((await world.call('me', {}, { bearer: ana.bearer })).data.phone).toBe(ana.user.phone)
})
