import type { TaskHandlers } from '#platform/jobs/tasks.ts'
import type { Services } from '#platform/services.ts'
import { transportOf } from '#providers/ach/nacha/transport.ts'
import { ProviderError } from '#providers/types.ts'
import { bankOf } from './bank-of.ts'
import { buildFile } from './build-file.ts'
import { handOverFiles } from './hand-over-files.ts'
import { takeAnswers } from './take-answers.ts'
import { watchFiles } from './watch-files.ts'

declare module '#platform/jobs/tasks.ts' {
  interface Tasks {
    /** Takes what our bank has for us, and brings it the files that are due. */
    'bank-files.exchange': Record<string, never>
    /** Tells of files that the bank has not answered, and of withdrawals that wait for money. */
    'bank-files.watch': Record<string, never>
  }
}

/** A bank that cannot be reached is asked again a minute later; what else there is to do goes on. */
const reaching = async ({ log }: Services, work: () => Promise<void>): Promise<void> => {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    log.error({ err: error, rail: 'bank', provider: 'nacha' }, "our bank's place for files cannot be used")
  }
}

export const bankFilesTasks = (services: Services) =>
  ({
    'bank-files.exchange': async () => {
      const bank = bankOf(services)
      if (!bank) return
      await services.ledger.requireNotFrozen()
      const transport = transportOf(bank)
      // A statement that has come may be what a file waits for.
      await reaching(services, () => takeAnswers(services, bank, transport))
      await buildFile(services, bank)
      await reaching(services, () => handOverFiles(services, transport))
    },
    'bank-files.watch': async () => {
      if (bankOf(services)) await watchFiles(services)
    },
  }) satisfies TaskHandlers
