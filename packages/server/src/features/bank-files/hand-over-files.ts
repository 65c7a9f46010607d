/**
 * Brings files to the bank, one process at a time for each. The step after which the bank may have it is noted before it is taken; what
 * is not known to have come through is tried again under the same name with the same bytes, and never under another.
 */
import { databaseNow } from '#platform/db/database.ts'
import type { Services } from '#platform/services.ts'
import type { FileTransport } from '#providers/ach/nacha/transport-port.ts'
import { claimUnsent, dropFile, type FileToHandOver, moveFile } from './files-store.ts'
import { unseal } from './sealing.ts'

/** Longer than a transport may take over all of its calls. */
const LEASE_MS = 5 * 60_000
/** In one run; more than a day has. */
const MOST_FILES = 40

const nameOf = (reference: string): string => `${reference}.ach`

const handOver = async (services: Services, transport: FileTransport, file: FileToHandOver): Promise<void> => {
  const { clock, db, log } = services
  const { id, reference, state } = file
  const content = unseal(services, 'nacha_files.content_sealed', id, file.contentSealed)
  const name = nameOf(reference)
  if (state === 'built') {
    await transport.stage(name, content)
    // Whoever has taken it further meanwhile has handed over this very file, perhaps.
    if (!(await moveFile(db, id, { from: 'built', to: 'staged', at: await databaseNow(db, clock) }))) return
  }
  await services.failpoint('provider.before')
  await transport.handOver(name, content)
  await services.failpoint('provider.after')
  await moveFile(db, id, { from: 'staged', to: 'handedOver', at: await databaseNow(db, clock) })
  log.info({ rail: 'bank', label: reference }, 'a bank file was handed over')
}

/** Hands over all that the bank does not have. Throws ProviderError when it cannot be reached. */
export const handOverFiles = async (services: Services, transport: FileTransport): Promise<void> => {
  const { clock, db } = services
  for (let count = 0; count < MOST_FILES; count += 1) {
    const at = await databaseNow(db, clock)
    const file = await claimUnsent(db, at, new Date(at.getTime() + LEASE_MS))
    if (!file) return
    try {
      await handOver(services, transport, file)
    } catch (error) {
      await dropFile(db, file.id)
      throw error
    }
  }
}
