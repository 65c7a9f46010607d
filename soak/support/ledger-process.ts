/** A ledger in a process of its own, fed through its channel: several of them are what several servers are to the database. */
import { createLedger, type Command } from '@puente/ledger'
import pg from 'pg'
import { enduring } from './enduring.ts'
import { LEDGER_OPTIONS } from './ledger-options.ts'

/** What is sent to the process. Answers carry the process and a count, so that two decisions never look alike. */
export type Order = { id: number; command: Command }
export type Reply = { id: number } & ({ outcome: unknown } | { failed: string; message: string })

const url = process.env['SOAK_LEDGER_URL']
if (url === undefined) throw new Error('SOAK_LEDGER_URL is missing')

const pool = enduring(new pg.Pool({ connectionString: url, max: 4, options: '-c role=app -c lock_timeout=2000' }))
const ledger = createLedger({ pool, ...LEDGER_OPTIONS })
let decisions = 0

const reply = (message: Reply): void => void process.send?.(message)

process.on('message', (message) => {
  const { id, command } = message as Order
  ledger
    .post({ ...command, answer: () => ({ process: process.pid, decision: (decisions += 1) }) })
    .then((outcome) => reply({ id, outcome }))
    .catch((error: unknown) => {
      const { name, message: text } = error instanceof Error ? error : new Error(String(error))
      reply({ id, failed: name, message: text })
    })
})
process.once('disconnect', () => process.exit(0))
reply({ id: -1, outcome: null })
