/**
 * Every event that notifies an owner is really performed: it sends one mail, from its own slice or with the notice, never both
 * and never none. A new variant does not compile until it is done here.
 */
import type { NOTICE_VARIANTS } from '@puente/contract'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  accountActTasks,
  approveFactorReset,
  endSessionsByOperator,
  factorResetTasks,
  freezeAccountByOperator,
  makeOperator,
  proposeFactorReset,
  unfreezeAccountByOperator,
} from '#features/operations/index.ts'
import type { OperatorContext, OperatorCredentials } from '#features/operations/require-operator.ts'
import { createPasswords } from '#platform/crypto/passwords.ts'
import { createDatabase } from '#platform/db/database.ts'
import type { TestApp } from '#test/app.ts'
import { approversIn } from '#test/approvers.ts'
import { softAuthenticator } from '#test/authenticator.ts'
import { bankIn } from '#test/bank.ts'
import { aPhone, aUser, anEmail, PASSWORD, type TestUser } from '#test/factories.ts'
import { aBrowser } from '#test/social.ts'
import { type AuthWorld, authWorld } from '#test/visitors.ts'

let world: AuthWorld
let approvers: ReturnType<typeof approversIn>
let bank: ReturnType<typeof bankIn>
let ctx: OperatorContext
let ana: OperatorCredentials
let ben: OperatorCredentials
beforeAll(async () => {
  world = await authWorld({ SECOND_FACTOR: 'off', THROTTLE_FACTOR: '100' })
  // They call with the keys and headers of any test; visitors only add an address.
  const app = world as unknown as TestApp
  ;[approvers, bank] = [approversIn(app), bankIn(app)]
  const db = createDatabase({ url: world.database.consoleUrl, log: { warn: () => {} }, max: 2 })
  ctx = { db, passwords: createPasswords({ memoryKib: 1_024, passes: 1, lanes: 1, atOnce: 1 }) }
  ana = { name: 'ana', secret: await makeOperator(ctx, 'ana', null) }
  ben = { name: 'ben', secret: await makeOperator(ctx, 'ben', null) }
})
afterAll(async () => {
  await ctx.db.close()
  await world.close()
})

type Told = (typeof NOTICE_VARIANTS)['security'][number] | 'emailChanged' | 'phoneChanged'
type Person = TestUser & { bearer: string }
/** The mail, what has to be there before, and the act itself with what that left. */
type Done<T = unknown> = {
  mail: string
  before?: (one: Person) => Promise<T>
  act: (one: Person, before: T) => Promise<unknown>
}
const done = <T = undefined>(of: Done<T>): Done => of as Done

type Calls = (key: string, input: object, options: object) => Promise<{ status: number; data: never; code?: string }>
/** A call of the person that is not refused. */
const does = async ({ bearer }: Person, key: string, input: object = {}): Promise<Record<string, never>> => {
  const { code, data } = await (world.call as unknown as Calls)(key, input, { bearer })
  expect(code).toBeUndefined()
  return data
}
const task = (tasks: Record<string, unknown>, name: string) =>
  (tasks[name] as (payload: object, run: object) => Promise<void>)({}, { signal: new AbortController().signal })

const addPasskey = async (one: Person) => {
  const key = softAuthenticator({ origin: world.services.config.publicUrl })
  const { options } = await does(one, 'passkeyOptions')
  return (await does(one, 'addPasskey', { credential: key.create(options ?? ({} as never)), name: 'Laptop' }))[
    'passkey'
  ] as unknown as {
    id: string
  }
}
const enrolApp = async (one: Person) => {
  const secret = Secret.fromBase32(String((await does(one, 'startTotp'))['secret']))
  const code = new TOTP({ secret }).generate({ timestamp: world.clock.now().getTime() })
  return (await does(one, 'confirmTotp', { code }))['recoveryCodes'] as unknown as string[]
}
const link = async (one: Person) => {
  const browser = aBrowser(world)
  const { data } = await browser.post('/auth/social/google/link', {}, one.bearer)
  const chosen = { name: one.fullName, email: anEmail() }
  expect((await browser.bring(await browser.choose((data as unknown as { url: string }).url, chosen))).outcome).toBe(
    'linked',
  )
  return { browser, chosen }
}
const withApprover = async (one: Person) => {
  const approver = await aUser(world.services, { tier: 1, fullName: 'Ben Lee' })
  await approvers.invite(one, approver, { newPayee: false, aboveCents: 100_00 })
  return approver
}
const withActiveApprover = async (one: Person) => {
  const approver = await withApprover(one)
  await approvers.answer(approver, one)
  return approver
}
const removing = async (one: Person) => {
  const approver = await withActiveApprover(one)
  await does(one, 'removeApprover', { userId: approver.userId })
}
const toldBySms = async (phone: string) => (await world.newestTo(phone)).code

const DONE: Record<Told, Done> = {
  newDevice: done({
    mail: 'New login to your Puente account',
    act: ({ email }) => world.enter(email, PASSWORD),
  }),
  signInFailed: done({
    mail: 'Someone tried to log in to your Puente account',
    before: enrolApp,
    act: async ({ email }) => {
      world.services.config.secondFactor = 'acts'
      const { token } = (await world.call('signIn', { email, password: PASSWORD })).data
      const { details } = await world.call('openSession', { token })
      const wrong = await world.call('openSession', { challengeId: String(details?.['challengeId']), totp: '000000' })
      world.services.config.secondFactor = 'off'
      expect(wrong.code).toBe('invalidCode')
      world.advance(5)
      await world.jobsFallDue()
    },
  }),
  sessionEnded: done({
    mail: 'A device was logged out of your account',
    before: async (one) => {
      await world.bearerOf(one)
      const items = (await does(one, 'listSessions'))['items'] as unknown as { id: string; current: boolean }[]
      return items.filter(({ current }) => !current).map(({ id }) => id)
    },
    act: (one, ids) => does(one, 'endSessions', { ids }),
  }),
  otherSessionsEnded: done({
    mail: 'All other devices were logged out of your account',
    before: (one) => world.bearerOf(one),
    act: (one) => does(one, 'endSessions', { all: 'others' }),
  }),
  allSessionsEnded: done({
    mail: 'All devices were logged out of your account',
    act: (one) => does(one, 'endSessions', { all: 'every' }),
  }),
  sessionsEndedByUs: done({
    mail: 'Our team logged you out on all devices',
    act: async ({ handle }) => {
      await endSessionsByOperator(ctx, ana, { handle, reason: 'fraudCheck', reference: 'C-21' })
      await task(accountActTasks(world.services), 'account-acts.tell')
    },
  }),
  passwordSet: done({
    mail: 'Your Puente account has a password',
    before: async (one) => {
      const { browser, chosen } = await link(one)
      await world.services.db.updateTable('users').set({ password_hash: null }).where('owner_id', '=', one.id).execute()
      const { data } = await browser.post('/auth/social/google/prove', { returnTo: '/home' }, one.bearer)
      const { more } = await browser.bring(await browser.choose((data as unknown as { url: string }).url, chosen))
      return () =>
        browser.post('/auth/password/set', { proof: more['proof'], newPassword: 'Quiet-Harbour-77' }, one.bearer)
    },
    act: async (_, set) => expect((await set()).status).toBe(200),
  }),
  passwordChanged: done({
    mail: 'Your Puente password was changed',
    act: (one) => does(one, 'changePassword', { currentPassword: PASSWORD, newPassword: 'Quiet-Harbour-77' }),
  }),
  passwordReset: done({
    mail: 'Your Puente password was changed',
    before: async (one) => {
      await does(one, 'forgotPassword', { email: one.email })
      return (await world.newestTo(one.email)).token
    },
    act: (one, token) => does(one, 'resetPassword', { token, newPassword: 'Quiet-Harbour-77' }),
  }),
  passkeyAdded: done({ mail: 'A passkey was added to your Puente account', act: addPasskey }),
  passkeyRemoved: done({
    mail: 'A passkey was removed from your Puente account',
    before: addPasskey,
    act: (one, { id }) => does(one, 'removePasskey', { id }),
  }),
  totpAdded: done({ mail: 'An authenticator app now protects your Puente account', act: enrolApp }),
  totpReplaced: done({
    mail: 'The authenticator app of your Puente account was replaced',
    before: enrolApp,
    act: enrolApp,
  }),
  totpRemoved: done({
    mail: 'The authenticator app was removed from your Puente account',
    before: enrolApp,
    act: (one) => does(one, 'removeTotp'),
  }),
  recoveryCodesRenewed: done({
    mail: 'New recovery codes for your Puente account',
    before: enrolApp,
    act: (one) => does(one, 'renewRecoveryCodes'),
  }),
  recoveryCodeUsed: done({
    mail: 'A recovery code was used on your Puente account',
    before: enrolApp,
    act: async ({ bearer }, [recoveryCode]) => {
      world.services.config.secondFactor = 'acts'
      const { details } = await world.call('renewRecoveryCodes', {}, { bearer })
      const { status } = await world.call(
        'stepUpVerify',
        { challengeId: String(details?.['challengeId']), recoveryCode: recoveryCode ?? '' },
        { bearer },
      )
      world.services.config.secondFactor = 'off'
      expect(status).toBe(200)
    },
  }),
  factorsReset: done({
    mail: "The ways to confirm it's you were taken off your Puente account",
    before: enrolApp,
    act: async ({ handle }) => {
      const asked = { handle, phone: false, reference: 'C-9', note: 'called back, passport seen on video' }
      await approveFactorReset(ctx, ben, await proposeFactorReset(ctx, ana, asked))
      await task(factorResetTasks(world.services), 'factor-resets.carry-out')
    },
  }),
  devicesForgotten: done({
    mail: 'Your account no longer trusts any browser without a code',
    act: (one) => does(one, 'forgetBrowser'),
  }),
  deviceLost: done({ mail: 'We froze your Puente account', act: (one) => does(one, 'lostDevice') }),
  socialLinked: done({ mail: 'A new way to log in to Puente', act: link }),
  socialUnlinked: done({
    mail: 'A way to log in to Puente was removed',
    before: link,
    act: (one) => does(one, 'unlinkSocial', { provider: 'google' }),
  }),
  recipientAdded: done({
    mail: 'A bank account was added to your Puente account',
    act: (one) => bank.aRecipient(one),
  }),
  recipientChanged: done({
    mail: 'A bank account was changed in your Puente account',
    before: (one) => bank.aRecipient(one),
    act: (one) => bank.aRecipient(one, { fullName: 'José Ñúñez Paz' }),
  }),
  approverAdded: done({
    mail: 'Someone now approves your payments',
    before: withApprover,
    act: (one, approver) => approvers.answer(approver, one),
  }),
  approverRuleLoosening: done({
    mail: 'In 24 hours fewer of your payments need approval',
    before: withActiveApprover,
    act: (one, { userId }) => does(one, 'changeApprover', { userId, rule: { newPayee: false, aboveCents: 200_00 } }),
  }),
  approverRemoving: done({
    mail: 'In 24 hours an approver of your payments is removed',
    before: withActiveApprover,
    act: (one, { userId }) => does(one, 'removeApprover', { userId }),
  }),
  approverRemoved: done({
    mail: 'An approver of your payments was removed',
    before: async (one) => {
      await removing(one)
      approvers.pass(24)
    },
    act: () => approvers.minute(),
  }),
  approverLeft: done({
    mail: 'Someone who approved your payments no longer does',
    before: withActiveApprover,
    act: (one, approver) => approvers.as(approver, 'leaveApprover', { userId: one.userId }),
  }),
  noticesTurnedOff: done({
    mail: 'Some notifications about your money were turned off',
    act: (one) =>
      does(one, 'changeNoticePreferences', { changes: [{ kind: 'received', channel: 'email', on: false }] }),
  }),
  accountFrozen: done({ mail: 'You froze your Puente account', act: (one) => does(one, 'freeze') }),
  accountUnfrozen: done({
    mail: 'Your Puente account is open again',
    before: (one) => does(one, 'freeze'),
    act: (one) => does(one, 'unfreeze'),
  }),
  dataExported: done({ mail: 'Your Puente data is ready', act: (one) => does(one, 'exportData') }),
  emailChanged: done({
    mail: 'Your Puente email was changed',
    before: async (one) => {
      const email = anEmail()
      await does(one, 'changeEmail', { email })
      return (await world.newestTo(email)).code
    },
    act: (one, emailToken) => does(one, 'confirmEmail', { emailToken }),
  }),
  phoneChanged: done({
    mail: 'Your Puente phone number was changed',
    before: async (one) => {
      const phone = aPhone()
      await does(one, 'requestPhoneCode', { phone })
      return toldBySms(phone)
    },
    act: (one, code) => does(one, 'confirmPhone', { code }),
  }),
}

const subjectsTo = async (email: string) => {
  await world.runJobs()
  return (await world.inbox(email)).map(({ subject }) => subject)
}
/** The mails that an act sends. */
const newsOf = async ({ before, act }: Omit<Done, 'mail'>, one: Person) => {
  const left = await before?.(one)
  const known = (await subjectsTo(one.email)).length
  await act(one, left)
  const subjects = await subjectsTo(one.email)
  return subjects.slice(0, subjects.length - known)
}
const aPerson = async (): Promise<Person> => {
  const { user, bearer } = await world.join({ tier: 1 })
  return { ...user, bearer }
}

test.each(Object.entries(DONE))('%s is mailed once', async (_, one) => {
  expect(await newsOf(one, await aPerson())).toEqual([one.mail])
})

test('a freeze and its end are mailed once, no matter who caused them, and repeating one sends nothing', async () => {
  const one = await aPerson()
  const act = (by: () => Promise<unknown>) => newsOf({ act: by }, one)
  const told = () => task(accountActTasks(world.services), 'account-acts.tell')
  expect(
    await act(async () => {
      await freezeAccountByOperator(ctx, ana, { handle: one.handle, reason: 'identityDoubt', reference: 'C-17' })
      await told()
    }),
  ).toEqual(['Your Puente account is frozen'])
  expect(
    await act(async () => {
      await unfreezeAccountByOperator(ctx, ana, { handle: one.handle, reason: 'support', reference: 'C-17' })
      await told()
    }),
  ).toEqual(['Your Puente account is open again'])
  expect(await act(() => does(one, 'unfreeze'))).toEqual([])
  await does(one, 'freeze')
  const { token } = await world.newestTo(one.email)
  expect(await act(() => does(one, 'freeze'))).toEqual([])
  expect(await act(() => does(one, 'notMe', { token }))).toEqual(['We froze your Puente account'])
  const { data } = await world.call('me', {}, { bearer: await world.bearerOf(one) })
  expect(data.freezes.map(({ cause }) => cause)).toEqual(['person', 'notMe'])
})

test('who freezes after a change of the phone is mailed from when on they can unfreeze', async () => {
  const one = await aPerson()
  const { before, act } = DONE.phoneChanged
  await act(one, (await before?.(one)) as never)
  await newsOf({ act: () => does(one, 'freeze') }, one)
  expect((await world.newestTo(one.email)).text.replaceAll('\n', ' ')).toMatch(
    /you can unfreeze it in the settings from \w+ \d+, 20\d\d at .+ on, since your new phone number/,
  )
})

test('mails about factors name browser, time with its zone and, where money then goes out slowly, until when; their link freezes the account', async () => {
  const one = await aPerson()
  await enrolApp(one)
  for (const [change, act, cools] of [
    ['passkeyAdded', () => addPasskey(one), false],
    ['recoveryCodesRenewed', () => does(one, 'renewRecoveryCodes'), false],
    ['totpRemoved', () => does(one, 'removeTotp'), true],
  ] as const) {
    await act()
    await world.runJobs()
    const text = (await world.inbox(one.email)).find(({ subject }) => subject === DONE[change].mail)?.text ?? ''
    expect(text).toMatch(/Browser: .+\nDevice: .+\nTime: \w+ \d+, 20\d\d at .+ [A-Z]{3,4}/)
    expect(text.replaceAll('\n', ' ').includes('not withdraw until ')).toBe(cools)
    expect(text).not.toContain('your password,')
  }
  const { token } = await world.newestTo(one.email)
  expect(await world.call('notMe', { token })).toMatchObject({ data: { frozen: true } })
})
