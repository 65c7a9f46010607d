import type { JobOf, TaskHandlers } from '#platform/jobs/tasks.ts'
import type { Services } from '#platform/services.ts'

declare module '#platform/jobs/tasks.ts' {
  interface Tasks {
    /** The blob of a picture whose row is gone. */
    'picture.erase': { blobKey: string }
  }
}

/** To be added in the transaction that deletes the row. */
export const eraseJob = (blobKey: string): JobOf<'picture.erase'> => ({ task: 'picture.erase', payload: { blobKey } })

export const profileTasks = ({ blobs }: Pick<Services, 'blobs'>) =>
  ({ 'picture.erase': ({ blobKey }) => blobs.delete(blobKey) }) satisfies TaskHandlers
