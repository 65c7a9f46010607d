import { join, resolve } from 'node:path'
import * as z from 'zod/mini'
import { text, type ValuesOf } from '#platform/config-forms.ts'

export const filesVariables = { BLOB_DIR: z.optional(text) }

/** Absolute path of the folder that holds people's files. */
export const blobDirOf = ({ BLOB_DIR }: ValuesOf<typeof filesVariables>, stateDir: string): string =>
  resolve(BLOB_DIR ?? join(stateDir, 'files'))
