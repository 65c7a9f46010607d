import { Refusal } from './http/refusal.ts'
import type { Services } from './services.ts'

/**
 * Writes the row of a blob that was put away before it. A refusal leaves no row, and deletes the blob; after any other error there may be
 * a row, which needs its bytes. @returns what `write` returns
 */
export const keepBlob = async <Result>(
  { blobs }: Pick<Services, 'blobs'>,
  blobKey: string | undefined,
  write: () => Promise<Result>,
): Promise<Result> => {
  try {
    return await write()
  } catch (error) {
    if (error instanceof Refusal && blobKey !== undefined) await blobs.delete(blobKey)
    throw error
  }
}
