import type { Multipart, UploadedFile } from '@puente/contract'
import type { FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import { Refusal } from './refusal.ts'
import { hasBrokenText } from './requests.ts'

type Parse = <S extends z.ZodMiniType>(schema: S, value: unknown) => z.output<S>

/**
 * Reads one file and its text fields, each within its bound; what is too large is cut off while it arrives, not after.
 * Refuses with `missingHeader` when the body is no multipart form and with `invalidRequest` for a second file.
 */
export const readUpload = async (
  form: Multipart,
  request: FastifyRequest,
  parse: Parse,
): Promise<Record<string, unknown>> => {
  if (!request.isMultipart()) throw new Refusal('missingHeader', { header: 'Content-Type' })
  const fields: Record<string, unknown> = {}
  let file: UploadedFile | undefined
  const limits = { files: 1, fileSize: form.maxBytes - 1, fields: 10, fieldSize: 1000, parts: 11, headerPairs: 20 }
  for await (const part of request.parts({ limits })) {
    if (part.type === 'field') {
      if (part.fieldname === '__proto__') throw new Refusal('invalidRequest', { field: part.fieldname })
      fields[part.fieldname] = part.value
      continue
    }
    if (part.fieldname !== form.file) throw new Refusal('invalidRequest', { field: part.fieldname })
    file = { bytes: await part.toBuffer(), filename: part.filename, mimetype: part.mimetype }
  }
  if (hasBrokenText(fields)) throw new Refusal('invalidRequest', { reason: 'brokenText' })
  const parsed = parse(form.fields, fields)
  if (!file || file.bytes.length === 0) throw new Refusal('invalidRequest', { field: form.file })
  return { ...(parsed as object), file }
}
