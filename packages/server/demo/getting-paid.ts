/**
 * What the people of the demo world ask each other for: the bakery's catalogue and its invoices in every state, requests, a split
 * bill and a monthly schedule. Asked for in the past, paid in the last minutes of the story. Names make every step repeatable.
 */
import { createHash } from 'node:crypto'
import { type InvoiceId, type ProductId, type RequestId, userId } from '@puente/contract'
import { WALLET } from '@puente/ledger'
import { invoicesRoutes } from '#features/invoices/index.ts'
import { payingRoutes } from '#features/paying/index.ts'
import { productsRoutes } from '#features/products/index.ts'
import { requestsRoutes } from '#features/requests/index.ts'
import { schedulesRoutes } from '#features/schedules/index.ts'
import type { MoneyCtx } from '#platform/http/ctx.ts'
import type { Services } from '#platform/services.ts'
import type { Role } from './cast.ts'
import type { DemoClock } from './demo-clock.ts'
import { ctxOf } from './demo-ctx.ts'
import type { People } from './make-people.ts'
import { pictureOf, type WareName, WARES } from './wares.ts'

const MINUTE_MS = 60_000
const DAY_MS = 1_440 * MINUTE_MS
/** Money moves after everything that people do by habit and before the end of the story, a minute apart: in the order of the books. */
const PAID_MINUTES_AGO = {
  carlos: 15,
  grace: 14,
  refund: 13,
  share: 12,
  link: { carlos: 11, seoyeon: 10, minsu: 9 },
} as const

/** The id of a draft that is the same in every run. */
const draftOf = (name: string): string => {
  const hex = createHash('sha256').update(`demo:${name}`).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  )
}

/** No one is notified of the past; what was ordered then for a time still ahead, such as a due date, comes when due. */
const quietly = ({ jobs }: Services, msAgo: number): Pick<Services, 'jobs' | 'events'> => ({
  jobs: {
    add: (trx, ...ordered) => {
      const ahead = ordered.map((job) => ({ ...job, delayMs: (job.delayMs ?? 0) - msAgo }))
      return jobs.add(trx, ...ahead.filter(({ delayMs }) => delayMs > 0))
    },
  },
  events: { record: async () => {} },
})

export const makePayables = async (services: Services, clock: DemoClock, people: People): Promise<void> => {
  const until = people.until.getTime()
  const as = (role: Role, name: string, msAgo: number): MoneyCtx => {
    clock.moveTo(new Date(until - msAgo))
    return ctxOf({ ...services, ...quietly(services, msAgo) }, people, role, name)
  }
  const idOf = (role: Role) => userId(people.ids[role])
  const dayIn = (daysAgo: number) => new Date(until - daysAgo * DAY_MS).toISOString().slice(0, 10)

  const catalogue = async (): Promise<Record<WareName, ProductId>> => {
    const { items } = await productsRoutes.listProducts(as('bakery', 'catalogue', 120 * DAY_MS))
    const ids: Partial<Record<WareName, ProductId>> = {}
    for (const ware of Object.keys(WARES) as WareName[]) {
      const { name, cents: price } = WARES[ware]
      const found = items.find((one) => one.name === name)
      const add = async () =>
        productsRoutes.addProduct64(as('bakery', ware, 120 * DAY_MS), { name, price, image: await pictureOf(ware) })
      ids[ware] = (found ?? (await add())).id
    }
    return ids as Record<WareName, ProductId>
  }
  const products = await catalogue()

  type Bill = { to: Role; daysAgo: number; dueDaysAgo?: number } & (
    | { wares: WareName[] }
    | { amount: number; note: string; from: Role }
  )
  const invoice = async (name: string, bill: Bill): Promise<InvoiceId> => {
    const { to, daysAgo, dueDaysAgo } = bill
    const from = 'from' in bill ? bill.from : 'bakery'
    const what =
      'wares' in bill
        ? { products: bill.wares.map((ware) => products[ware]) }
        : ({ type: 'custom', amount: bill.amount, currency: 'USD', note: bill.note } as const)
    const due = dueDaysAgo === undefined ? {} : { dueDate: dayIn(dueDaysAgo) }
    const asked = { toUser: idOf(to), draftId: draftOf(name), ...what, ...due }
    return (await invoicesRoutes.createInvoice(as(from, name, daysAgo * DAY_MS), asked)).invoiceId
  }
  const ifToPay = async (role: Role, name: string, invoiceId: InvoiceId, act: (ctx: MoneyCtx) => Promise<unknown>) => {
    const ctx = as(role, name, DAY_MS)
    if ((await invoicesRoutes.getInvoice(ctx, { invoiceId })).state === 'toPay') await act(ctx)
  }
  /** Only what they have: the story leaves different balances on different days. */
  const has = async (role: Role, cents: number): Promise<boolean> =>
    (await services.ledger.balance({ ownerId: people.ids[role], account: WALLET })).availableCents >= BigInt(cents)
  const pay = async (role: 'carlos' | 'grace', invoiceId: InvoiceId) => {
    const ctx = as(role, `pay-${role}`, PAID_MINUTES_AGO[role] * MINUTE_MS)
    const { state, amount } = await invoicesRoutes.getInvoice(ctx, { invoiceId })
    if (state === 'toPay' && (await has(role, amount)))
      await payingRoutes.payInvoice(ctx, { invoiceId, payMethod: 'wallet' })
  }

  await invoice('bill-maria', { to: 'maria', wares: ['cake'], daysAgo: 2, dueDaysAgo: -12 })
  await invoice('bill-seoyeon', { to: 'seoyeon', wares: ['coffee', 'sourdough'], daysAgo: 20, dueDaysAgo: 6 })
  await invoice('bill-design', {
    from: 'maria',
    to: 'bakery',
    amount: 240_00,
    note: 'New menu, two drafts',
    daysAgo: 3,
  })
  const paid = await invoice('bill-carlos', { to: 'carlos', wares: ['cake', 'conchas', 'conchas'], daysAgo: 9 })
  const refunded = await invoice('bill-grace', { to: 'grace', wares: ['conchas', 'sourdough'], daysAgo: 6 })
  const declined = await invoice('bill-minsu', { to: 'minsu', wares: ['coffee'], daysAgo: 5 })
  const taken = await invoice('bill-twice', { to: 'carlos', wares: ['coffee', 'coffee'], daysAgo: 8 })
  await ifToPay('minsu', 'bill-minsu-no', declined, (ctx) =>
    invoicesRoutes.declineInvoice(ctx, { invoiceId: declined }),
  )
  await ifToPay('bakery', 'bill-twice-back', taken, (ctx) => invoicesRoutes.cancelInvoice(ctx, { invoiceId: taken }))

  const ask = (role: Role, name: string, daysAgo: number, body: { amount: number; note: string; to?: Role }) => {
    const { amount, note, to } = body
    return requestsRoutes.createRequest(as(role, name, daysAgo * DAY_MS), {
      amount,
      currency: 'USD',
      note,
      uses: to === undefined ? 'multi' : 'single',
      draftId: draftOf(name),
      ...(to === undefined ? {} : { toUser: idOf(to) }),
    })
  }
  await ask('minsu', 'ask-maria', 1, { amount: 18_00, note: 'Movie night', to: 'maria' })
  await ask('grace', 'ask-late', 14, { amount: 25_00, note: 'Yoga class in May', to: 'seoyeon' })
  const link = await ask('grace', 'ask-link', 4, { amount: 12_00, note: 'Team lunch' })
  const split = await requestsRoutes.splitRequest(as('grace', 'split', 3 * DAY_MS), {
    total: 84_00,
    currency: 'USD',
    note: 'Dinner at the harbor',
    shares: [
      { toUser: idOf('maria'), amount: 28_00 },
      { toUser: idOf('carlos'), amount: 28_00 },
    ],
    draftId: draftOf('split'),
  })
  await schedulesRoutes.createSchedule(as('maria', 'rent', DAY_MS), {
    call: 'sendInApp',
    toUser: idOf('carlos'),
    amount: 85_00,
    currency: 'USD',
    note: 'Storage unit',
    start: new Date(until + 6 * DAY_MS).toISOString(),
    timeZone: 'America/Los_Angeles',
    every: 'month',
  })

  type Asked = { cents: number; minutesAgo: number } & ({ requestId: RequestId } | { code: string })
  const payRequest = async (role: Role, name: string, { cents, minutesAgo, ...asked }: Asked) => {
    const ctx = as(role, name, minutesAgo * MINUTE_MS)
    const done = await services.ledger.areKeysTaken([{ ownerId: people.ids[role], key: ctx.money.key }])
    if (!done[0] && (await has(role, cents))) await payingRoutes.payRequest(ctx, { payMethod: 'wallet', ...asked })
  }
  await pay('carlos', paid)
  await pay('grace', refunded)
  const back = as('bakery', 'refund-grace', PAID_MINUTES_AGO.refund * MINUTE_MS)
  const { state, refunded: given } = await invoicesRoutes.getInvoice(back, { invoiceId: refunded })
  if (state === 'paid' && given === 0) await payingRoutes.refundInvoice(back, { invoiceId: refunded, amount: 9_50 })
  const [, requestId] = split.requestIds
  if (requestId)
    await payRequest('carlos', 'pay-share', { requestId, cents: 28_00, minutesAgo: PAID_MINUTES_AGO.share })
  for (const role of ['carlos', 'seoyeon', 'minsu'] as const) {
    const asked = { code: link.code, cents: 12_00, minutesAgo: PAID_MINUTES_AGO.link[role] }
    await payRequest(role, `pay-link-${role}`, asked)
  }
}
