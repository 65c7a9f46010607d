import { expect, test } from 'vitest'
import { appEndpoints, endpointOf, type EndpointKey, isSchema, refusalOf } from './index.ts'
import { openApiDocument } from './openapi.ts'

type Content = Record<string, { schema?: object; example?: unknown; examples?: Record<string, unknown> }>
type Operation = {
  operationId: EndpointKey
  summary: string
  tags: string[]
  parameters?: { name?: string; in?: string; example?: unknown }[]
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content; $ref?: string }>
}

const { paths } = openApiDocument(appEndpoints) as { paths: Record<string, Record<string, Operation>> }
const operations = Object.values(paths).flatMap((byMethod) => Object.values(byMethod))
const add =
  'give the field a line in SAMPLES (packages/contract/src/samples.ts), or the call one in CALLS (call-samples.ts)'

/** What stands in the way of an example, in words. */
const troubleWith = (parsed: { success: boolean; error?: Parameters<typeof refusalOf>[0] }): string | null => {
  if (parsed.success || !parsed.error) return null
  const { code, field } = refusalOf(parsed.error)
  return `${field}: ${code} (${parsed.error.issues.map(({ message }) => message).join(', ')})`
}

test.each(operations.map((operation) => [operation.operationId, operation] as const))(
  'the examples of %s are what the call takes and answers',
  (key, { parameters = [], requestBody, responses }) => {
    const { body, query, params, multipart, result } = endpointOf(key)
    const named = (where: string) =>
      Object.fromEntries(parameters.flatMap((one) => (one.in === where ? [[one.name, one.example]] : [])))
    if (params) expect(troubleWith(params.safeParse(named('path'))), add).toBeNull()
    if (query) {
      const given = Object.entries(named('query')).filter(([, value]) => value !== null)
      expect(troubleWith(query.safeParse(Object.fromEntries(given))), add).toBeNull()
    }
    if (body) expect(troubleWith(body.safeParse(requestBody?.content['application/json']?.example)), add).toBeNull()
    if (multipart) {
      const form = requestBody?.content['multipart/form-data']?.example as Record<string, unknown>
      const { [multipart.file]: _, ...fields } = form
      expect(troubleWith(multipart.fields.safeParse(fields)), add).toBeNull()
    }
    if (!isSchema(result)) return
    const answer = responses['200']?.content?.['application/json']?.example as Record<'data', unknown> | undefined
    expect(troubleWith(result.safeParse(answer?.data)), add).toBeNull()
  },
)

test('every call has a summary, a feature, and an example with its text for each code that it refuses with', () => {
  for (const { operationId, summary, tags, responses } of operations) {
    expect(summary, operationId).toMatch(/^\S.{8,}/)
    expect(tags, operationId).not.toContain('other')
    for (const [status, response] of Object.entries(responses).filter(([one]) => one !== '200'))
      expect(
        response.$ref ?? Object.keys(response.content?.['application/json']?.examples ?? {}).length,
        `${operationId} ${status}`,
      ).toBeTruthy()
  }
})
