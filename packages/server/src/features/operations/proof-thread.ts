/** The thread of the night's proof, with a connection of its own: no call waits for what it reads and hashes. */
import { parentPort, workerData } from 'node:worker_threads'
import { createDatabase } from '#platform/db/database.ts'
import { loadKeys } from '#platform/key-rings.ts'
import { createLog } from '#platform/log.ts'
import { type ProofStep, proveStep } from './prove-money.ts'
import type { ProofThreadData } from './prove-on-thread.ts'

const { url, logLevel, stateDir, production } = workerData as ProofThreadData

const answer = async (step: ProofStep): Promise<void> => {
  const db = createDatabase({ url, log: createLog({ level: logLevel }), max: 1, name: 'proof' })
  try {
    parentPort?.postMessage(
      await proveStep({ db, keys: loadKeys({ stateDir, production }), mayBeginLate: !production }, step),
    )
  } finally {
    await db.close()
  }
}

// A failure ends the thread, and rejects the request.
parentPort?.on('message', (step: ProofStep) => void answer(step))
