import type { TaskHandlers } from '#platform/jobs/tasks.ts'
import type { Services } from '#platform/services.ts'
import { settleDebt } from './settle-debt.ts'

declare module '#platform/jobs/tasks.ts' {
  interface Tasks {
    'debts.settle': { ownerId: string }
  }
}

export const debtsTasks = (services: Services) =>
  ({ 'debts.settle': ({ ownerId }) => settleDebt(services, ownerId) }) satisfies TaskHandlers
