/** Payments that wait for somebody's word. Who approves for whom is in `approvers.test.ts`. */
import { uuidOf } from '@puente/contract'
import { expect, test } from 'vitest'
import { newId } from '#platform/ids.ts'
import { approversIn, BALANCE_CENTS } from '#test/approvers.ts'
import { aUser, type TestUser, withBalance } from '#test/factories.ts'
import { payablesIn } from '#test/payables.ts'
import { appOfFile } from '#test/suite.ts'
import { runDueSchedules } from '#features/schedules/run-due.ts'

const app = appOfFile()
const { as, send, decide, cancel, aWorld, people, waiting, newest, wallet, pass, minute, invite, answer } =
  approversIn(app)
const payables = payablesIn(app)

const LEFT = BALANCE_CENTS - 30_00

test('X-32 what an approver is shown of a payment is enough to decide, and nothing else of who pays', async () => {
  const { ana, ben, cleo } = await aWorld()
  const sent = await send(ana, cleo, 30_00)
  expect(sent).toMatchObject({
    data: { state: 'ON HOLD', approverNames: [ben.fullName], balance: LEFT, totalCharge: 30_00 },
  })
  const { transactionId } = sent.data as { transactionId: string }
  const row = await newest(ana)
  expect(row).toMatchObject({
    state: 'ON HOLD',
    holdReason: 'approverWait',
    approverNames: [ben.fullName],
    cancellable: true,
  })
  expect(Date.parse(String(row?.['decideBy'])) - Date.parse(String(row?.['date']))).toBe(86_400_000)
  // Who is paid learns that it waits, not for whom.
  expect(await newest(cleo)).toMatchObject({ state: 'ON HOLD', holdReason: 'approverWait', cancellable: false })
  expect(await newest(cleo)).not.toHaveProperty('approverNames')
  expect(await wallet(cleo)).toEqual([0, 0])

  const { data } = await as(ben, 'listDecisions')
  const [item] = (data as { items: Record<string, unknown>[] }).items
  expect(Object.keys(item ?? {}).toSorted()).toEqual([
    'amount',
    'currency',
    'date',
    'expiresAt',
    'fullName',
    'image',
    'isFirst',
    'note',
    'outcome',
    'to',
    'transactionId',
    'userId',
  ])
  expect(item).toMatchObject({
    outcome: 'waiting',
    fullName: ana.fullName,
    amount: 30_00,
    isFirst: true,
    to: { fullName: cleo.fullName },
  })
  expect(await as(ben, 'getDecision', { transactionId })).toMatchObject({ data: item })
  for (const [key, code] of [
    ['getTransaction', 'invalidTransactionId'],
    ['cancelTransaction', 'invalidTransactionId'],
    ['noteTransaction', 'invalidTransactionId'],
  ] as const)
    expect(await as(ben, key, { transactionId, ...(key === 'noteTransaction' && { note: 'x' }) })).toMatchObject({
      code,
    })
  expect(await newest(ben)).toBeUndefined()
  for (const stranger of [ana, cleo, ...(await people(1))]) {
    expect(await as(stranger, 'getDecision', { transactionId })).toMatchObject({ code: 'notFound' })
    expect(await decide(stranger, transactionId, 'approve')).toMatchObject({ code: 'notFound' })
  }
})

type Act = 'approve' | 'decline' | 'cancel' | 'expire'
const ACTS: readonly Act[] = ['approve', 'decline', 'cancel', 'expire']
type Scene = Awaited<ReturnType<typeof aWorld>> & { id: string }

const acts: Record<Act, (scene: Scene) => Promise<unknown>> = {
  approve: ({ ben, id }) => decide(ben, id, 'approve'),
  decline: ({ ben, id }) => decide(ben, id, 'decline'),
  cancel: ({ ana, id }) => cancel(ana, id),
  expire: async () => {
    pass(24)
    await minute()
  },
}

/** By how it began, what each act makes of it: where it says nothing, nothing changes. */
const EDGES = {
  waiting: {
    by: [],
    is: ['ON HOLD', null],
    after: {
      approve: ['COMPLETED', null],
      decline: ['CANCELLED', 'declined'],
      cancel: ['CANCELLED', 'cancelledByUser'],
      expire: ['CANCELLED', 'expired'],
    },
  },
  approved: { by: ['approve'], is: ['COMPLETED', null], after: {} },
  declined: { by: ['decline'], is: ['CANCELLED', 'declined'], after: {} },
  cancelled: { by: ['cancel'], is: ['CANCELLED', 'cancelledByUser'], after: {} },
  expired: { by: ['expire'], is: ['CANCELLED', 'expired'], after: {} },
  // What the sender can undo arrives by itself, an hour later at the most.
  approvedToUndo: {
    by: ['approve'],
    undoMinutes: 60,
    is: ['PENDING', null],
    after: { cancel: ['CANCELLED', 'cancelledByUser'], expire: ['COMPLETED', null] },
  },
  approvedForUnverified: {
    by: ['approve'],
    isOverCap: true,
    is: ['ON HOLD', null],
    after: { cancel: ['CANCELLED', 'cancelledByUser'] },
  },
} as const satisfies Record<
  string,
  { by: Act[]; is: unknown; after: Partial<Record<Act, unknown>>; undoMinutes?: 60; isOverCap?: true }
>

test('X-32 a payment that waits makes exactly the moves of the table, by whatever act, and money and limits follow', async () => {
  for (const [name, edge] of Object.entries(EDGES))
    for (const act of ACTS) {
      const world = await aWorld()
      const cleo = 'isOverCap' in edge ? await aUser(app.services, { tier: 0 }) : world.cleo
      if ('isOverCap' in edge) await withBalance(app.services, cleo, 990_00)
      if ('undoMinutes' in edge) await as(world.ana, 'changePreferences', { undoMinutes: edge.undoMinutes })
      const [before] = await wallet(cleo)
      const scene = { ...world, cleo, id: await waiting(world.ana, cleo) }
      for (const earlier of edge.by) await acts[earlier](scene)
      const standsAt = async () => {
        const { state, cancelReason } = (await newest(scene.ana)) ?? {}
        return [state, cancelReason]
      }
      expect(await standsAt(), name).toEqual(edge.is)
      await acts[act](scene)
      const after = (edge.after as Partial<Record<Act, readonly unknown[]>>)[act] ?? edge.is
      expect(await standsAt(), `${name}, ${act}`).toEqual(after)
      const [state] = after
      expect((await newest(cleo))?.['state'] === state || state === 'COMPLETED', `${name}, ${act}`).toBe(true)
      const hasGone = state === 'COMPLETED'
      const isBack = state === 'CANCELLED'
      expect(await wallet(scene.ana), `${name}, ${act}`).toEqual([
        hasGone ? LEFT : BALANCE_CENTS,
        hasGone || isBack ? 0 : 30_00,
      ])
      expect((await wallet(cleo))[0]).toBe(Number(before) + (hasGone ? 30_00 : 0))
      const { data } = await as(scene.ana, 'limits')
      const used = (data as { rows: { usedCents: number }[] }).rows.reduce(
        (most, { usedCents }) => Math.max(most, usedCents),
        0,
      )
      expect(used, `${name}, ${act}`).toBe(isBack ? 0 : 30_00)
    }
})

test('X-32 approving, declining, taking back and running out in the same moment have exactly one outcome, told alike to all', async () => {
  const scenes: Scene[] = []
  for (let turn = 0; turn < 6; turn += 1) {
    const world = await aWorld()
    const [dora] = await people(1)
    if (!dora) throw new Error('nobody was made')
    await invite(world.ana, dora)
    await answer(dora, world.ana)
    pass(25)
    scenes.push({ ...world, id: await waiting(world.ana, world.cleo) })
    const { ana, ben, id } = scenes.at(-1)!
    if (turn % 2 === 1) {
      const until = Date.parse(String((await newest(ana))?.['decideBy']))
      app.clock.advance(until - app.clock.now().getTime() - 15)
    }
    const [yes, no] = await Promise.all([
      decide(ben, id, 'approve'),
      decide(dora, id, 'decline'),
      ...[ben, dora].map((one) => decide(one, id, 'approve')),
      cancel(ana, id),
      minute(),
      minute(),
    ])
    pass(1)
    await minute()
    const row = await newest(ana)
    const hasGone = row?.['state'] === 'COMPLETED'
    expect(hasGone || row?.['state'] === 'CANCELLED').toBe(true)
    expect((await newest(world.cleo))?.['state']).toBe(row?.['state'])
    expect(await wallet(ana)).toEqual([hasGone ? LEFT : BALANCE_CENTS, 0])
    expect(await wallet(world.cleo)).toEqual([hasGone ? 30_00 : 0, 0])
    const { data } = await as(ben, 'getDecision', { transactionId: id })
    const { outcome } = data as { outcome: string }
    for (const said of [yes, no])
      if (said?.status === 200) expect((said.data as { outcome: string }).outcome).toBe(outcome)
    expect(await decide(dora, id, 'approve')).toMatchObject({ data: { outcome, state: row?.['state'] } })
  }
})

test('every way from one wallet into another one’s waits: a send, a request, an invoice, a schedule; a retry changes nothing', async () => {
  const { ana, ben, cleo } = await aWorld()
  const request = await payables.aRequest(cleo, { asked: ana, amountCents: 40_00 })
  const asked = await payables.payRequest(ana, request, 'wallet')
  expect(asked).toMatchObject({ data: { tipo: 'processing', state: 'ON HOLD' } })
  expect(await payables.payRequest(ana, request, 'wallet')).toMatchObject({
    data: { tipo: 'processing', transactionId: (asked.data as { transactionId: string }).transactionId },
  })
  const invoice = await payables.anInvoice(cleo, ana, 50_00)
  const billed = await payables.payInvoice(ana, invoice, 'wallet')
  expect(billed).toMatchObject({ data: { tipo: 'processing', state: 'ON HOLD' } })
  expect(await payables.invoiceOf(cleo, invoice)).toMatchObject({ state: 'processing' })
  const start = new Date(app.clock.now().getTime() + 60_000).toISOString()
  const plan = {
    call: 'sendInApp',
    toUser: cleo.userId,
    amount: 60_00,
    currency: 'USD',
    start,
    timeZone: 'America/New_York',
    every: 'once',
  }
  expect(await as(ana, 'createSchedule', plan)).toMatchObject({ status: 200 })
  app.clock.advance(61_000)
  await runDueSchedules(app.services)
  expect(await newest(ana)).toMatchObject({ state: 'ON HOLD', holdReason: 'approverWait', amount: 60_00 })
  expect(await wallet(ana)).toEqual([BALANCE_CENTS, 150_00])

  const { data } = await as(ben, 'listDecisions')
  const { items } = data as { items: { transactionId: string; amount: number }[] }
  expect(items.map(({ amount }) => amount)).toEqual([40_00, 50_00, 60_00])
  const [first, second, third] = items.map(({ transactionId }) => transactionId) as [string, string, string]
  expect(await decide(ben, first, 'approve')).toMatchObject({ data: { outcome: 'approved', state: 'COMPLETED' } })
  expect(await payables.requestOf(cleo, request.id)).toMatchObject({ state: 'paid' })
  expect(await decide(ben, second, 'decline')).toMatchObject({ data: { outcome: 'declined', state: 'CANCELLED' } })
  expect(await payables.invoiceOf(cleo, invoice)).toMatchObject({ state: 'toPay', attemptId: null })
  const answers = await Promise.all(Array.from({ length: 4 }, () => decide(ben, third, 'approve')))
  for (const one of answers) expect(one).toMatchObject({ data: { outcome: 'approved', state: 'COMPLETED' } })
  expect([await wallet(ana), await wallet(cleo)]).toEqual([
    [900_00, 0],
    [100_00, 0],
  ])
  expect(await as(ben, 'listDecisions')).toMatchObject({ data: { items: [] } })
})

test('a sum counts what the same person got within a day, side by side as well', async () => {
  const { ana, ben, cleo } = await aWorld({ newPayee: false, aboveCents: 100_00 })
  const [dora] = (await people(1)) as [TestUser]
  expect(await as(ana, 'checkApproval', { toUser: cleo.userId, amount: 100_00 })).toMatchObject({ data: { names: [] } })
  const sent = await Promise.all(Array.from({ length: 4 }, () => send(ana, cleo, 40_00)))
  const states = sent.map(({ data }) => (data as { state: string }).state)
  expect(states.filter((state) => state === 'COMPLETED')).toHaveLength(2)
  expect(await as(ana, 'checkApproval', { toUser: cleo.userId, amount: 40_00 })).toMatchObject({
    data: { names: [ben.fullName], isImpossible: false },
  })
  expect(await send(ana, dora, 100_00)).toMatchObject({ data: { state: 'COMPLETED' } })
  pass(24)
  expect(await send(ana, cleo, 40_00)).toMatchObject({ data: { state: 'COMPLETED' } })
})

test('whoever got money from the balance is known; a payment by card, which nobody approves, makes nobody so', async () => {
  const { ana, ben, cleo } = await aWorld({ newPayee: true, aboveCents: null })
  const row = {
    owner_id: ana.id,
    movement_id: newId(),
    type: 'sent',
    state: 'COMPLETED',
    method: 'card',
    direction: -1,
  }
  const rest = {
    amount_cents: 1_00n,
    counterpart_id: cleo.id,
    counterpart_name: cleo.fullName,
    reference: 'PU-22222222',
  }
  const at = app.services.clock.now()
  await app.services.db
    .insertInto('movements')
    .values({ ...row, ...rest, search_text: '', timeline: '[]', details: '{}', created_at: at })
    .execute()
  const id = await waiting(ana, cleo, 1_00)
  expect(await decide(ben, id, 'approve')).toMatchObject({ data: { outcome: 'approved' } })
  expect(await send(ana, cleo, 500_00)).toMatchObject({ data: { state: 'COMPLETED' } })
})

test('a process that ends before or after the money has moved leaves one outcome, and whoever comes next is told it', async () => {
  const { ledger } = app.services
  const { post } = ledger
  for (const isDone of [false, true])
    for (const act of ACTS) {
      const world = await aWorld()
      const scene = { ...world, id: await waiting(world.ana, world.cleo) }
      if (act === 'expire') pass(24)
      ledger.post = async (command) => {
        if (command.requestHash !== uuidOf(scene.id, 'txn')) return post(command)
        ledger.post = post
        if (isDone) await post(command)
        throw new Error('the process has ended')
      }
      const ended = act === 'expire' ? minute() : acts[act](scene)
      await ended.catch(() => {})
      ledger.post = post
      const is = (await newest(scene.ana))?.['state']
      expect(is === 'ON HOLD', act).toBe(!isDone)
      await acts[act](scene)
      const [state, reason] = EDGES.waiting.after[act]
      expect(await newest(scene.ana), act).toMatchObject({ state, cancelReason: reason })
      expect(await wallet(scene.ana), act).toEqual([state === 'COMPLETED' ? LEFT : BALANCE_CENTS, 0])
    }
})

test('a payment to its own approver waits for another one, and is refused where there is none', async () => {
  const { ana, ben } = await aWorld()
  const refused = { status: 403, code: 'accountRestricted', details: { reason: 'approverIsPayee' } }
  expect(await as(ana, 'checkApproval', { toUser: ben.userId, amount: 1 })).toMatchObject({
    data: { isImpossible: true },
  })
  expect(await send(ana, ben, 1_00)).toMatchObject(refused)
  const [dora] = (await people(1)) as [TestUser]
  await invite(ana, dora)
  await answer(dora, ana)
  expect(await send(ana, ben, 1_00)).toMatchObject(refused)
  pass(24)
  const id = await waiting(ana, ben, 1_00)
  expect(await decide(ben, id, 'approve')).toMatchObject({ code: 'notFound' })
  expect(await decide(dora, id, 'approve')).toMatchObject({ data: { outcome: 'approved' } })
})

test('nobody decides who was not there when it was sent, who has left, or whose own account is frozen', async () => {
  const { ana, ben, cleo } = await aWorld()
  const id = await waiting(ana, cleo)
  const [dora] = (await people(1)) as [TestUser]
  await invite(ana, dora)
  await answer(dora, ana)
  expect(await decide(dora, id, 'approve')).toMatchObject({ code: 'notFound' })
  await as(ben, 'freeze', {})
  expect(await decide(ben, id, 'approve')).toMatchObject({ code: 'accountRestricted' })
  await as(ben, 'leaveApprover', { userId: ana.userId })
  await as(ben, 'unfreeze', {})
  for (const word of ['approve', 'decline'] as const)
    expect(await decide(ben, id, word)).toMatchObject({ code: 'notFound' })
  expect(await wallet(ana)).toEqual([BALANCE_CENTS, 30_00])
  pass(24)
  await minute()
  expect(await newest(ana)).toMatchObject({ state: 'CANCELLED', cancelReason: 'expired' })
})

test('a yes that meets its approver’s leaving is none: the payment waits on for others, or for its time to run out', async () => {
  const { ana, ben, cleo } = await aWorld()
  const id = await waiting(ana, cleo)
  const { ledger } = app.services
  // Between the look at who may decide and the lock.
  app.services.ledger = {
    ...ledger,
    post: async (command) => {
      app.services.ledger = ledger
      await as(ben, 'leaveApprover', { userId: ana.userId })
      return ledger.post(command)
    },
  }
  expect(await decide(ben, id, 'approve')).toMatchObject({ code: 'notFound' })
  expect(app.services.ledger).toBe(ledger)
  expect(await newest(ana)).toMatchObject({ state: 'ON HOLD', holdReason: 'approverWait' })
  expect(await wallet(ana)).toEqual([BALANCE_CENTS, 30_00])
  pass(24)
  await minute()
  expect(await newest(ana)).toMatchObject({ state: 'CANCELLED', cancelReason: 'expired' })
  expect(await wallet(ana)).toEqual([BALANCE_CENTS, 0])
})

test('what can reach nobody goes back when it is approved; what its sender’s freeze keeps waits on', async () => {
  const [frozen, gone, blocked] = [await aWorld(), await aWorld(), await aWorld()]
  const ids = await Promise.all([frozen, gone, blocked].map(({ ana, cleo }) => waiting(ana, cleo)))
  await as(frozen.ana, 'freeze', {})
  await app.services.db.updateTable('users').set({ status: 'closed' }).where('owner_id', '=', gone.cleo.id).execute()
  await as(blocked.cleo, 'block', { userId: blocked.ana.userId })
  expect(await decide(frozen.ben, ids[0]!, 'approve')).toMatchObject({
    code: 'invalidUser',
    details: { reason: 'payerRestricted' },
  })
  for (const [world, id] of [
    [gone, ids[1]!],
    [blocked, ids[2]!],
  ] as const) {
    expect(await decide(world.ben, id, 'approve')).toMatchObject({ data: { outcome: 'cancelled', state: 'CANCELLED' } })
    expect(await wallet(world.ana)).toEqual([BALANCE_CENTS, 0])
  }
  await as(frozen.ana, 'unfreeze', {})
  expect(await decide(frozen.ben, ids[0]!, 'approve')).toMatchObject({ data: { outcome: 'approved' } })
  // A block between the two who trust each other ends nothing: it would be the quickest way around it.
  const both = await aWorld()
  await as(both.ana, 'block', { userId: both.ben.userId })
  const id = await waiting(both.ana, both.cleo)
  expect(await decide(both.ben, id, 'approve')).toMatchObject({ data: { outcome: 'approved' } })
})

test('an approval that comes after the last moment is none, even before anybody has tidied up', async () => {
  const { ana, ben, cleo } = await aWorld()
  const id = await waiting(ana, cleo)
  pass(24)
  expect(await decide(ben, id, 'approve')).toMatchObject({ data: { outcome: 'expired', state: 'CANCELLED' } })
  await minute()
  expect(await newest(ana)).toMatchObject({ state: 'CANCELLED', cancelReason: 'expired' })
})
