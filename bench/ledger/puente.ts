/** Our own ledger with everything a send in the product does: key, stored answer, limit, both people's rows, a job. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createLedger, migrationsDir, forParticipant, WALLET } from '@puente/ledger'
import type { Command, Leg } from '@puente/ledger'
import { Pool } from 'pg'
import { accountId, newId } from '../lib/ids.ts'
import { ACCOUNTS, FUNDS_CENTS, STRIPES } from './engine.ts'
import type { Engine, EngineKind, Transfer } from './engine.ts'
import { fullWorkSchema, movements, outbox, usage } from './full-work.ts'

const migrations = (): string[] =>
  readdirSync(migrationsDir)
    .toSorted()
    .flatMap((file) => readFileSync(join(migrationsDir, file), 'utf8').split(/^--;;$/m))

const owner = `md5('account' || n)::uuid`
const house = `('00000000-0000-4000-8000-' || lpad((stripe)::text, 12, '0'))::uuid`

/** The same rows that a deposit into each wallet leaves behind, written at once; the ledger's check finds them sound. */
const funding = [
  `create table funding as select n, ${owner} as owner_id, md5('funding' || n)::uuid as transfer_id,
    ('x' || right(${owner}::text, 8))::bit(32)::bigint % ${STRIPES} as stripe
    from generate_series(0, ${ACCOUNTS - 1}) as n`,
  `insert into accounts (owner_id, account, currency, balance_cents, seq, floor_cents)
    select owner_id, 'wallet', 'USD', ${FUNDS_CENTS}, 1, 0 from funding
    union all select ${house}, 'settlement:card', 'USD', -${FUNDS_CENTS} * count(*), count(*), null from funding group by stripe`,
  `insert into account_terms (owner_id, account, n, currency, floor_cents, status)
    select owner_id, account, 1, currency, floor_cents, status from accounts`,
  `insert into entries (owner_id, account, seq, transfer_id, leg, amount_cents, balance_after_cents, counter_owner_id,
      counter_account, kind, created_at)
    select owner_id, 'wallet', 1, transfer_id, 1, ${FUNDS_CENTS}, ${FUNDS_CENTS}, ${house}, 'settlement:card', 'fund', now()
    from funding
    union all select ${house}, 'settlement:card', seq, transfer_id, 0, -${FUNDS_CENTS}, -${FUNDS_CENTS} * seq, owner_id,
      'wallet', 'fund', now()
    from (select *, row_number() over (partition by stripe order by n) as seq from funding) as numbered`,
  `insert into idempotency (owner_id, key, request_hash, status, transfer_id, created_at)
    select owner_id, 'funding', 'funding', 'accepted', transfer_id, now() from funding`,
  'drop table funding',
]

const walletOf = (n: number) => ({ ownerId: accountId(n), account: WALLET })

export const puente: EngineKind = {
  name: 'Puente',
  prepare: async (superuser) => {
    for (const text of [...migrations(), ...fullWorkSchema, ...funding, 'vacuum analyze']) await superuser.query(text)
  },
  open: async (url): Promise<Engine> => {
    const pool = new Pool({
      connectionString: url,
      max: 4,
      options: '-c role=app -c lock_timeout=2s -c statement_timeout=3s -c transaction_timeout=8s',
    })
    let sizes: number[] = []
    const ledger = createLedger({
      pool,
      participants: [usage, movements, outbox],
      houseStripes: STRIPES,
      // Refuses no command, as the other engines refuse none: overload is not measured here.
      queueLimit: 4_096,
      waitLimitMs: 60_000,
      deadlineMs: 60_000,
      onBatch: ({ size }) => sizes.push(size),
    })

    const commandOf = ({ from, to, amountCents, feeCents }: Transfer): Command => {
      const [payer, payee] = [walletOf(from), walletOf(to)]
      const transferId = newId()
      const fees: Leg = { ...ledger.house('income:fees', payer.ownerId), amountCents: feeCents }
      return {
        ownerId: payer.ownerId,
        key: newId(),
        requestHash: 'b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9',
        kind: 'send.in-app',
        transferId,
        legs: [
          { ...payer, amountCents: -amountCents - feeCents },
          { ...payee, amountCents },
          ...(feeCents > 0n ? [fees] : []),
        ],
        participants: {
          ...forParticipant(usage, { ownerId: payer.ownerId, amountCents }),
          ...forParticipant(movements, { payer, payee, amountCents }),
          ...forParticipant(outbox, JSON.stringify({ transferId, payee: payee.ownerId })),
        },
        answer: ({ balanceOf }) => ({
          transactionId: transferId,
          state: 'COMPLETED',
          fee: Number(feeCents),
          totalCharge: Number(amountCents + feeCents),
          balance: Number(balanceOf(payer).availableCents),
        }),
      }
    }

    return {
      name: puente.name,
      transfer: async (transfer) => {
        const outcome = await ledger.post(commandOf(transfer))
        if (!outcome.accepted || outcome.replayed) throw new Error('Puente: a transfer was not accepted')
      },
      takeBatchSizes: () => {
        const taken = sizes
        sizes = []
        return taken
      },
      check: async (transfers) => {
        const report = await ledger.check()
        if (!report.ok) throw new Error(`Puente: ${JSON.stringify(report.violations)}`)
        const counted = await pool.query(`select
          (select count(*)::int from movements) as movements, (select count(*)::int from outbox) as jobs,
          (select count(*)::int from idempotency where key <> 'funding') as keys`)
        const expected = { movements: 2 * transfers, jobs: transfers, keys: transfers }
        if (JSON.stringify(counted.rows[0]) !== JSON.stringify(expected))
          throw new Error(`Puente: found ${JSON.stringify(counted.rows[0])} instead of ${JSON.stringify(expected)}`)
      },
      pool,
      close: async () => {
        await ledger.close()
        await pool.end()
      },
    }
  },
}
