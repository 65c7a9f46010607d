import type { Multipart, UploadedFile } from '@puente/contract'
import type { FastifyError, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import { Refusal } from './refusal.ts'
import { bodyTrouble } from './requests.ts'

type Parse = <S extends z.ZodMiniType>(schema: S, value: unknown) => z.output<S>

type Parts = { fields: Record<string, unknown>; file: UploadedFile | undefined }

const readParts = async (form: Multipart, request: FastifyRequest): Promise<Parts> => {
  const parts: Parts = { fields: {}, file: undefined }
  const limits = { files: 1, fileSize: form.maxBytes - 1, fields: 10, fieldSize: 1000, parts: 11, headerPairs: 20 }
  for await (const part of request.parts({ limits })) {
    if (part.type === 'field') {
      if (part.fieldname === '__proto__') throw new Refusal('invalidRequest', { field: part.fieldname })
      parts.fields[part.fieldname] = part.value
      continue
    }
    if (part.fieldname !== form.file) throw new Refusal('invalidRequest', { field: part.fieldname })
    parts.file = { bytes: await part.toBuffer(), filename: part.filename, mimetype: part.mimetype }
  }
  return parts
}

/** The parser tells of a form that is broken by a bare `Error`; everything else that is thrown has a name or a code. */
const isParserError = (error: unknown): boolean =>
  error instanceof Error && error.name === 'Error' && (error as Partial<FastifyError>).code === undefined

/**
 * Reads one file and its text fields, each within its bound; what is too large is cut off while it arrives, not after.
 * Refuses with `missingHeader` when the body is no multipart form and with `invalidRequest` for a second file or a form
 * that is broken.
 */
export const readUpload = async (
  form: Multipart,
  request: FastifyRequest,
  parse: Parse,
): Promise<Record<string, unknown>> => {
  if (!request.isMultipart()) throw new Refusal('missingHeader', { header: 'Content-Type' })
  const { fields, file } = await readParts(form, request).catch((error: unknown) => {
    throw isParserError(error) ? new Refusal('invalidRequest', { reason: 'malformedForm' }) : error
  })
  const trouble = bodyTrouble(fields)
  if (trouble) throw new Refusal('invalidRequest', { reason: trouble })
  const parsed = parse(form.fields, fields)
  if (!file || file.bytes.length === 0) throw new Refusal('invalidRequest', { field: form.file })
  return { ...(parsed as object), file }
}
