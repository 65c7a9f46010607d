/** The thread of the night's proof, with a connection of its own: no call waits for what it reads and hashes. */
import { parentPort, workerData } from 'node:worker_threads'
import { createDatabase } from '#platform/db/database.ts'
import { loadKeys } from '#platform/key-rings.ts'
import { createLog } from '#platform/log.ts'
import { proveNight } from './prove-money.ts'
import type { ProofThreadData } from './prove-on-thread.ts'

const { url, logLevel, stateDir, production } = workerData as ProofThreadData

const answer = async (): Promise<void> => {
  const db = createDatabase({ url, log: createLog({ level: logLevel }), max: 1, name: 'proof' })
  try {
    parentPort?.postMessage(await proveNight({ db, keys: loadKeys({ stateDir, production }) }))
  } finally {
    await db.close()
  }
}

// A failure ends the thread, and rejects the request.
parentPort?.on('message', () => void answer())
