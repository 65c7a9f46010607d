/** Plays one payment over any rail, and asks afterwards what must hold of every payment, however it went. */
import { transactionId } from '@puente/contract'
import { expect } from 'vitest'
import { sweepPayments } from '#features/rails/sweep-payments.ts'
import type { TestApp } from '../app.ts'
import { signedIn } from '../factories.ts'
import { withdrawalsIn } from '../withdrawals.ts'
import type { Parties, RailDriver } from './driver.ts'

const PATIENCE_MS = 10_000
const LOOK_EVERY_MS = 180_000
const LOOKS = 6
const FINAL = ['COMPLETED', 'CANCELLED']

type Delivery = { id: string; status: string; attempts: { status: number | null }[] }
type Effect = { kind: string; amountCents: number }

export const playing = (app: TestApp, driver: RailDriver) => {
  const rows = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
    (await app.services.db.pool.query<Row>(text, values)).rows
  const sumOf = async (text: string, values: unknown[] = []): Promise<number> =>
    Number((await rows<{ cents: string | null }>(text, values))[0]?.cents ?? 0)
  const balanceOf = async (party: keyof Parties, parties: Parties) =>
    Number((await app.services.ledger.balance({ ownerId: parties[party].id, account: 'wallet' })).balanceCents)
  const booked = async (ref?: string): Promise<number> => {
    const { provider, kinds, refOf = (ours: string) => ours } = driver.book
    const query = ref === undefined ? '' : `&ref=${refOf(ref)}`
    const effects = await app.control<Effect[]>('GET', `/book?provider=${provider}${query}`)
    return effects.reduce((sum, { kind, amountCents }) => sum + (kinds[kind] ?? Number.NaN) * amountCents, 0)
  }
  const stateOf = async ({ owner }: Parties, ref: string): Promise<string> =>
    (
      await rows<{ state: string }>('select state from movements where owner_id = $1 and movement_id = $2', [
        owner.id,
        ref,
      ])
    )[0]?.state ?? ''
  const deliveries = () => app.control<Delivery[]>('GET', '/webhooks')

  return {
    fault: (fault: string, more: object = {}) =>
      app.control('POST', '/faults', { provider: driver.faults.provider, fault, times: 1, ...more }),
    parties: async ({ free = false } = {}): Promise<Parties> => {
      const { aWithdrawer } = withdrawalsIn(app)
      return { owner: await aWithdrawer({ free }), other: await aWithdrawer() }
    },
    /** The one payment of its owner; waits until it is stored. */
    refOf: async ({ owner }: Parties): Promise<string> => {
      const stored = () => rows<{ ref: string }>('select ref from provider_operations where owner_id = $1', [owner.id])
      await expect.poll(async () => (await stored()).length, { timeout: PATIENCE_MS, interval: 5 }).toBe(1)
      return (await stored())[0]?.ref ?? ''
    },
    stateOf,
    /** What its owner reads over HTTP of what a payment takes: the wallet, every limit, the free operations left. */
    standing: async ({ owner }: Parties) => {
      const headers = await signedIn(app.services, owner)
      const { data: wallet } = await app.call('wallet', undefined, { headers })
      const { rows: limits } = (await app.call('limits', undefined, { headers })).data
      const { freeLeft } = (await app.call('feeAmount', { amount: 100_00, opFee: 'zelle' }, { headers })).data
      return { wallet, used: limits.map(({ row, usedCents }) => `${row}: ${usedCents}`), freeLeft }
    },
    /** Started, and known to its provider. */
    begun: async (parties: Parties): Promise<void> => {
      await driver.start(parties)
      await driver.tell?.(parties)
    },
    cancel: async ({ owner }: Parties, ref: string) =>
      app.call(
        'cancelTransaction',
        { transactionId: transactionId(ref) },
        { headers: await signedIn(app.services, owner) },
      ),
    /** Events come in by themselves, and their jobs are run, until the payment is where it should be. */
    byEvents: async (parties: Parties, ref: string, wanted: string): Promise<void> => {
      const look = async () => {
        await driver.hear?.()
        await app.runJobs()
        return stateOf(parties, ref)
      }
      await expect.poll(look, { timeout: PATIENCE_MS, interval: 10 }).toBe(wanted)
    },
    /** Nobody tells us anything: looked at again and again as time passes. */
    bySweep: async (parties: Parties, ref: string): Promise<void> => {
      for (let look = 0; look < LOOKS; look += 1) {
        await driver.read?.()
        await rows('update open_operations set look_at = $1 where owner_id = $2', [new Date(0), parties.owner.id])
        await sweepPayments(app.services)
        if (FINAL.includes(await stateOf(parties, ref))) return
        app.clock.advance(LOOK_EVERY_MS)
        await app.control('POST', '/clock/advance', { seconds: LOOK_EVERY_MS / 1_000 })
      }
    },
    seenEvents: async () => new Set((await deliveries()).map(({ id }) => id)),
    /** Those that came since, once none is on its way any more. */
    eventsSince: async (seen: ReadonlySet<string>): Promise<Delivery[]> => {
      const since = async () => (await deliveries()).filter(({ id }) => !seen.has(id))
      const areTried = async () => {
        const all = await since()
        return all.length > 0 && all.every(({ attempts, status }) => attempts.length > 0 || status === 'dropped')
      }
      await expect.poll(areTried, { timeout: PATIENCE_MS, interval: 10 }).toBe(true)
      return since()
    },
    copies: (id: string, times: number) =>
      Promise.all(Array.from({ length: times }, () => app.control<Delivery>('POST', `/webhooks/${id}/resend`))),
    /** What must hold of every payment, however it went. `was` are the balances before it. */
    expectInOrder: async (
      parties: Parties,
      ref: string,
      was: Record<keyof Parties, number>,
      { isBack = false } = {},
    ): Promise<string> => {
      const state = await stateOf(parties, ref)
      expect(FINAL).toContain(state)
      const isDone = state === 'COMPLETED'
      // Both parties read the same of it.
      const told = await rows<{ state: string }>('select state from movements where movement_id = $1', [ref])
      expect(told.map((row) => row.state)).toEqual(told.map(() => state))
      // One effect, and that a whole one.
      const [operation] = await rows<{ amount_cents: string; fee_cents: string }>(
        'select amount_cents, fee_cents from provider_operations where ref = $1',
        [ref],
      )
      const amount = Number(operation?.amount_cents)
      const total = amount + Number(operation?.fee_cents)
      const { whose, by } = driver.changes
      const whole = by === 'amount' ? amount : -total
      const stays = isDone && !isBack
      for (const party of ['owner', 'other'] as const)
        expect({ party, change: (await balanceOf(party, parties)) - was[party] }).toEqual({
          party,
          change: stays && party === whose ? whole : 0,
        })
      if (isDone && !isBack) expect(await booked(ref)).toBe(by === 'amount' ? total : -amount)
      // What never came through used nothing; what did used its limits once.
      const used = await rows('select from limit_usage where movement_id = $1 and given_back_at is null', [ref])
      const places = await rows('select from free_operations where movement_id = $1', [ref])
      if (!isDone) expect([used.length, places.length]).toEqual([0, 0])
      else if (!isBack) expect(used.length).toBeGreaterThan(0)
      // Nothing is left open, and the books are sound: alone, and beside those of the provider.
      const ids = [parties.owner.id, parties.other.id]
      expect(await rows(`select from holds where state = 'open' and owner_id = any($1::uuid[])`, [ids])).toEqual([])
      expect(
        await rows('select from open_operations where owner_id = any($1::uuid[]) and kind <> $2', [ids, 'return']),
      ).toEqual([])
      expect(await sumOf('select sum(amount_cents) as cents from entries')).toBe(0)
      expect(
        0 - (await sumOf('select sum(balance_cents) as cents from accounts where account = $1', [driver.settlement])),
      ).toBe(await booked())
      expect((await app.services.ledger.check()).violations).toEqual([])
      return state
    },
    balances: async (parties: Parties) => ({
      owner: await balanceOf('owner', parties),
      other: await balanceOf('other', parties),
    }),
  }
}

export type Playing = ReturnType<typeof playing>
