/** Who approves for whom: named, changed, removed and left. What waits for them is in `approvals.test.ts` of transfers. */
import type { EndpointKey, Output } from '@puente/contract'
import { expect, test } from 'vitest'
import { freezeAccount, getAccount, sendChangeNotice, startCooling, unfreezeAccount } from '#features/accounts/index.ts'
import { finishClosing } from '#features/closing/finish-closing.ts'
import { transaction } from '#platform/db/transaction.ts'
import { newId } from '#platform/ids.ts'
import { approversIn, EVERYTHING } from '#test/approvers.ts'
import { aUser, signedIn, type TestUser } from '#test/factories.ts'
import { callProved, challengeIn, newestSms, proved } from '#test/step-up.ts'
import { appOfFile } from '#test/suite.ts'
import { endApproversOf } from './leave-approver.ts'

const app = appOfFile({ SECOND_FACTOR: 'acts' })
const { as, invite, answer, send, decide, waiting, aWorld, people, pass, minute, newest } = approversIn(app)

type Both = Output<'listApprovers'>
const bothOf = async (user: TestUser): Promise<Both> => (await as(user, 'listApprovers')).data as Both
const provedBy = async (user: TestUser, key: EndpointKey, input: object) =>
  callProved({ app, user, headers: await signedIn(app.services, user) }, key, input)
const of = (user: TestUser) => ({ userId: user.userId })
const noticesOf = async (user: TestUser) => {
  await app.runJobs()
  const { data } = await as(user, 'listNotifications', { limit: '50' })
  return (data as Output<'listNotifications'>).items.map(({ kind, variant }) => `${kind}.${variant}`)
}
const logOf = async (user: TestUser) =>
  ((await as(user, 'securityLog', {})).data as Output<'securityLog'>).items.map(({ event }) => event)

test('an invitation protects nothing until it is accepted, can be taken back or refused, and each side hears of the other', async () => {
  const [ana, ben] = (await people(2)) as [TestUser, TestUser]
  const [cleo] = (await people(1)) as [TestUser]
  expect(await invite(ana, ana)).toMatchObject({ code: 'invalidUser', details: { reason: 'approverOneself' } })
  expect(await as(ana, 'inviteApprover', { userId: 'nobody.at-all', rule: EVERYTHING })).toMatchObject({
    code: 'userNotFound',
  })
  expect(await invite(ana, ben, { newPayee: false, aboveCents: null })).toMatchObject({
    code: 'invalidRequest',
    details: { reason: 'ruleEmpty' },
  })
  for (const aboveCents of [-1, 1.5])
    expect(await invite(ana, ben, { newPayee: true, aboveCents })).toMatchObject({ code: 'invalidAmount' })
  expect(await invite(ana, ben, { newPayee: true, aboveCents: 5_00 })).toMatchObject({ status: 200 })
  // Again it is the same invitation, with the rule that was said last.
  expect(await invite(ana, ben)).toMatchObject({ data: { approvers: [{ state: 'invited', rule: EVERYTHING }] } })
  expect((await bothOf(ben)).approving).toMatchObject([{ userId: ana.userId, state: 'invited' }])
  expect(await answer(cleo, ana)).toMatchObject({ code: 'notFound' })
  expect(await as(ana, 'checkApproval', { toUser: cleo.userId, amount: 1 })).toMatchObject({ data: { names: [] } })
  expect(await answer(ben, ana, 'decline')).toMatchObject({ data: { approving: [] } })
  expect(await answer(ben, ana)).toMatchObject({ code: 'notFound' })
  expect(await noticesOf(ben)).toEqual(['approval.invited'])
  expect(await noticesOf(ana)).toEqual(['approval.refused'])
  await invite(ana, ben)
  expect(await as(ana, 'removeApprover', of(ben))).toMatchObject({ data: { approvers: [] } })
  expect(await answer(ben, ana)).toMatchObject({ code: 'notFound' })
  await invite(ana, ben)
  for (let turn = 0; turn < 2; turn += 1)
    expect(await answer(ben, ana)).toMatchObject({ data: { approving: [{ userId: ana.userId, state: 'active' }] } })
  expect(await as(ana, 'checkApproval', { toUser: cleo.userId, amount: 1 })).toMatchObject({
    data: { names: [ben.fullName] },
  })
  expect(await noticesOf(ana)).toContain('security.approverAdded')
  expect(await logOf(ana)).toEqual(expect.arrayContaining(['approverInvited', 'approverAdded']))
})

test('who approves is another person with a verified identity: not oneself by a second account, nobody blocked', async () => {
  const [ana] = (await people(1)) as [TestUser]
  const twin = await aUser(app.services, { tier: 1, fullName: ana.fullName.toUpperCase() })
  await invite(ana, twin)
  expect(await answer(twin, ana)).toMatchObject({ code: 'invalidUser', details: { reason: 'approverSame' } })
  const unverified = await aUser(app.services, { tier: 0, fullName: 'Nora Vega' })
  await invite(ana, unverified)
  expect(await answer(unverified, ana)).toMatchObject({ code: 'kycRequired' })
  expect(await answer(unverified, ana, 'decline')).toMatchObject({ status: 200 })
  const [ben] = (await people(1)) as [TestUser]
  await as(ben, 'block', of(ana))
  expect(await invite(ana, ben)).toMatchObject({ code: 'invalidUser' })
  const [cleo] = (await people(1)) as [TestUser]
  await invite(ana, cleo)
  await as(ana, 'block', of(cleo))
  expect(await answer(cleo, ana)).toMatchObject({ code: 'notFound' })
})

test('X-32 an approver is there at once; removing one takes a proof and a day, in which everything waits as before, and can be undone', async () => {
  const { ana, ben, cleo } = await aWorld()
  expect(await as(ana, 'removeApprover', of(ben))).toMatchObject({ code: 'stepUpRequired' })
  expect(await send(ana, cleo, 1_00)).toMatchObject({ data: { state: 'ON HOLD' } })
  const removed = await provedBy(ana, 'removeApprover', of(ben))
  const [row] = (removed.data as Both).approvers
  expect(Date.parse(row?.endsAt ?? '') - app.clock.now().getTime()).toBeGreaterThan(86_390_000)
  expect((await bothOf(ben)).approving).toMatchObject([{ endsAt: row?.endsAt }])
  expect(await noticesOf(ben)).toContain('approval.removing')
  expect(await noticesOf(ana)).toContain('security.approverRemoving')
  pass(23)
  // Asking again shortens nothing.
  expect(await as(ana, 'removeApprover', of(ben))).toMatchObject({ data: { approvers: [{ endsAt: row?.endsAt }] } })
  expect(await send(ana, cleo, 1_00)).toMatchObject({ data: { state: 'ON HOLD' } })
  expect(await as(ana, 'keepApprover', of(ben))).toMatchObject({ data: { approvers: [{ endsAt: null }] } })
  pass(2)
  await minute()
  const id = await waiting(ana, cleo, 1_00)
  await provedBy(ana, 'removeApprover', of(ben))
  pass(24)
  // It has ended by then, whether or not anybody has tidied up.
  expect((await bothOf(ana)).approvers).toEqual([])
  expect(await decide(ben, id, 'approve')).toMatchObject({ code: 'notFound' })
  expect(await send(ana, cleo, 1_00)).toMatchObject({ data: { state: 'COMPLETED' } })
  await minute()
  expect(await noticesOf(ben)).toContain('approval.ended')
  expect(await noticesOf(ana)).toContain('security.approverRemoved')
  expect(await as(ana, 'keepApprover', of(ben))).toMatchObject({ code: 'notFound' })
})

test('a rule that protects more holds at once, one that protects less takes a proof and a day', async () => {
  const { ana, ben, cleo } = await aWorld({ newPayee: false, aboveCents: 100_00 })
  const change = (newPayee: boolean, aboveCents: number | null) => ({ ...of(ben), rule: { newPayee, aboveCents } })
  expect(await as(ana, 'changeApprover', change(false, 50_00))).toMatchObject({
    data: { approvers: [{ rule: { aboveCents: 50_00 }, next: null }] },
  })
  expect(await as(ana, 'changeApprover', change(true, 200_00))).toMatchObject({ code: 'stepUpRequired' })
  const { data } = await provedBy(ana, 'changeApprover', change(true, 200_00))
  expect((data as Both).approvers).toMatchObject([
    { rule: { newPayee: true, aboveCents: 50_00 }, next: { rule: { newPayee: true, aboveCents: 200_00 } } },
  ])
  expect(await noticesOf(ben)).toContain('approval.loosening')
  const namesFor = async (amount: number) =>
    ((await as(ana, 'checkApproval', { toUser: cleo.userId, amount })).data as Output<'checkApproval'>).names
  expect(await namesFor(1_00)).toEqual([ben.fullName])
  const kept = await as(ana, 'keepApprover', of(ben))
  expect(kept).toMatchObject({ data: { approvers: [{ rule: { newPayee: true, aboveCents: 50_00 }, next: null }] } })
  await provedBy(ana, 'changeApprover', change(false, 200_00))
  pass(24)
  expect(await namesFor(150_00)).toEqual([])
  await minute()
  expect((await bothOf(ben)).approving).toMatchObject([{ rule: { newPayee: false, aboveCents: 200_00 } }])
  expect(await as(ana, 'changeApprover', { ...change(true, null), userId: cleo.userId })).toMatchObject({
    code: 'notFound',
  })
})

test('what was to protect less comes to nothing while it is in doubt whose the account is, and when its owner disowns a change', async () => {
  const { ana, ben } = await aWorld({ newPayee: false, aboveCents: 100_00 })
  const freezing = { ownerId: ana.id, cause: 'operator', publicReason: 'identityDoubt' } as const
  const freeze = () =>
    transaction(app.services.db, 'freeze', (trx) =>
      freezeAccount(app.services, trx, { ...freezing, at: app.clock.now() }),
    )
  await provedBy(ana, 'removeApprover', of(ben))
  await freeze()
  pass(24)
  await minute()
  const kept = [{ rule: { newPayee: false, aboveCents: 100_00 }, next: null, endsAt: null }]
  expect((await bothOf(ana)).approvers).toMatchObject(kept)
  expect(await logOf(ana)).toContain('approverKept')
  await transaction(app.services.db, 'unfreeze', (trx) =>
    unfreezeAccount(app.services, trx, { ownerId: ana.id, at: app.clock.now(), causes: ['operator'] }),
  )
  await provedBy(ana, 'changeApprover', { ...of(ben), rule: { newPayee: false, aboveCents: 200_00 } })
  const agent = () => ({ browser: 'firefox', device: 'linux', timeZone: null, language: null }) as const
  const account = await getAccount(app.services.db, app.services.keys, ana.id)
  await transaction(app.services.db, 'tell', (trx) =>
    sendChangeNotice({ ...app.services, agent }, trx, account, 'passkeyAdded'),
  )
  await app.runJobs()
  const mails = await app.control<{ text: string }[]>('GET', `/inbox?to=${encodeURIComponent(ana.email)}`)
  const token = /not-me\?token=([\w-]+)/.exec(mails.map(({ text }) => text).join('\n'))?.[1] ?? ''
  expect(await app.call('notMe', { token })).toMatchObject({ data: { frozen: true, review: false } })
  await app.runJobs()
  expect((await bothOf(ana)).approvers).toMatchObject(kept)
})

test('naming an approver takes a proof, the first one too; a second one decides a day later; there are three at most', async () => {
  const { ana, ben } = await aWorld()
  const others = await people(3)
  const [dora, eve, gus] = others as [TestUser, TestUser, TestUser]
  const ruled = (user: TestUser) => ({ ...of(user), rule: EVERYTHING })
  expect(await as(ana, 'inviteApprover', ruled(dora))).toMatchObject({ code: 'stepUpRequired' })
  expect(await as(dora, 'inviteApprover', ruled(eve))).toMatchObject({ code: 'stepUpRequired' })
  for (const one of [dora, eve]) await provedBy(ana, 'inviteApprover', ruled(one))
  expect(await provedBy(ana, 'inviteApprover', ruled(gus))).toMatchObject({
    code: 'limitExceeded',
    details: { reason: 'approvers' },
  })
  await answer(dora, ana)
  const row = (await bothOf(ana)).approvers.find(({ userId }) => userId === dora.userId)
  expect(Date.parse(row?.decidesFrom ?? '') - app.clock.now().getTime()).toBeGreaterThan(86_390_000)
  const names = async () =>
    ((await as(ana, 'checkApproval', { toUser: gus.userId, amount: 1 })).data as Output<'checkApproval'>).names
  expect(await names()).toEqual([ben.fullName])
  pass(24)
  expect(await names()).toEqual([ben.fullName, dora.fullName])
})

test('an approver leaves at once, and is gone with their account; who pays is told, and who approved for a closed account too', async () => {
  const { ana, ben } = await aWorld()
  expect(await as(ben, 'leaveApprover', of(ana))).toMatchObject({ data: { approving: [] } })
  expect(await as(ben, 'leaveApprover', of(ana))).toMatchObject({ code: 'notFound' })
  expect(await noticesOf(ana)).toContain('security.approverLeft')
  const close = async (user: TestUser) => {
    await app.services.db.updateTable('users').set({ status: 'closed' }).where('owner_id', '=', user.id).execute()
    await finishClosing(app.services, user.id)
    for (let turn = 0; turn < 2; turn += 1) await endApproversOf(app.services, { ownerId: user.id })
  }
  const [left, right] = [await aWorld(), await aWorld()]
  await close(left.ben)
  expect((await bothOf(left.ana)).approvers).toEqual([])
  expect(await send(left.ana, left.cleo, 1_00)).toMatchObject({ data: { state: 'COMPLETED' } })
  await close(right.ana)
  expect((await bothOf(right.ben)).approving).toEqual([])
  expect(await noticesOf(right.ben)).toContain('approval.ended')
})

/** A payment large enough to ask the payer for a proof as well. */
const waitsProved = async (from: TestUser, to: TestUser, amount: number): Promise<string> => {
  const world = { app, user: from, headers: await signedIn(app.services, from) }
  const { data } = await callProved(
    world,
    'sendInApp',
    { toUser: to.userId, amount, currency: 'USD' },
    { key: newId() },
  )
  return (data as Output<'sendInApp'>).transactionId
}

test('approving asks for a proof from the same amount as sending: for this payment alone, named by payee and amount', async () => {
  const { ana, ben, cleo } = await aWorld()
  const [small, first, second] = [
    await waiting(ana, cleo, 49_99),
    await waitsProved(ana, cleo, 50_00),
    await waitsProved(ana, cleo, 60_00),
  ]
  expect(await decide(ben, second, 'decline')).toMatchObject({ data: { outcome: 'declined' } })
  const headers = await signedIn(app.services, ben)
  const approve = (transactionId: string, token?: string) =>
    app.raw(
      'decideApproval',
      { transactionId, decision: 'approve' },
      { headers: { ...headers, ...(token && { 'step-up': token }) } },
    )
  const third = await waitsProved(ana, cleo, 70_00)
  const refused = await approve(first)
  expect(challengeIn(refused)).toMatchObject({
    intent: { operation: 'decideApproval', payee: cleo.fullName, amount: 50_00, currency: 'USD' },
  })
  const token = await proved({ app, user: ben, headers }, refused)
  expect((await newestSms({ app, user: ben })).text).toMatch(/approve another person's payment of \$50\.00 to/)
  expect(await approve(third, token)).toMatchObject({ code: 'stepUpRequired' })
  expect(await approve(first, token)).toMatchObject({ data: { state: 'COMPLETED', outcome: 'approved' } })
  // Repeating it moves nothing, and asks for nothing.
  expect(await approve(first)).toMatchObject({ data: { outcome: 'approved' } })
  expect(await approve(third, token)).toMatchObject({ code: 'stepUpRequired' })
  expect(await approve(small)).toMatchObject({ data: { outcome: 'approved' } })
})

test('an approver whose access changed recently can only decline, until the change has cooled', async () => {
  const { ana, ben, cleo } = await aWorld()
  const cool = (cause: 'passwordReset' | 'factorRemoved') =>
    transaction(app.services.db, 'cool', (trx) => startCooling(trx, ben.id, cause, app.clock.now()))
  const id = await waiting(ana, cleo, 1_00)
  await cool('passwordReset')
  expect(await decide(ben, id, 'approve')).toMatchObject({
    status: 403,
    code: 'accountRestricted',
    details: { reason: 'approverCooling', until: expect.any(String) as string },
  })
  expect(await newest(ana)).toMatchObject({ state: 'ON HOLD' })
  expect(await decide(ben, id, 'decline')).toMatchObject({ data: { outcome: 'declined' } })
  await cool('factorRemoved')
  pass(49)
  const later = await waiting(ana, cleo, 1_00)
  expect(await decide(ben, later, 'approve')).toMatchObject({ details: { reason: 'approverCooling' } })
  pass(23)
  expect(await decide(ben, later, 'approve')).toMatchObject({ data: { outcome: 'approved' } })
})
