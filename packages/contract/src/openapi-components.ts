/** The schemas of the API document: what the contract exports under a name is a component, and what refers to it says so. */
import * as z from 'zod/mini'
import type { Schema } from './endpoint.ts'
import { exampleMaker, type JsonSchema, type Side } from './examples.ts'
import * as contract from './index.ts'

/** A part of the document. */
export type Json = Record<string, unknown>

/** The exported schemas under the names of their exports. */
const named = z.registry<{ id: string }>()
for (const [id, value] of Object.entries(contract) as [string, unknown][])
  if (typeof value === 'object' && value !== null && '_zod' in value) named.add(value as Schema, { id })

/** Schemas as JSON, and examples of them; what they refer to is gathered in `schemas`. */
export const createComponents = () => {
  const schemas: Json = {}
  const example = exampleMaker(schemas)

  const withRefs = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(withRefs)
    if (typeof value !== 'object' || value === null) return value
    const entries = Object.entries(value).map(([key, of]): [string, unknown] => [
      key,
      key === '$ref' ? String(of).replace('#/$defs/', '#/components/schemas/') : withRefs(of),
    ])
    return Object.fromEntries(entries)
  }

  const jsonOf = (schema: Schema, io: 'input' | 'output'): Json => {
    const json = z.toJSONSchema(schema, { io, metadata: named, unrepresentable: 'any' })
    const { $schema: _, $defs = {}, ...rest } = json
    Object.assign(schemas, withRefs($defs))
    return withRefs(rest) as Json
  }

  const fieldsOf = (schema: Schema): string[] => {
    const { properties = {}, $ref } = jsonOf(schema, 'input') as { properties?: Json; $ref?: string }
    const named = schemas[$ref?.split('/').at(-1) ?? ''] as { properties?: Json } | undefined
    return Object.keys(named?.properties ?? properties)
  }

  const exampleOf = (key: string, side: Side, schema: Json): unknown => example(key, side, schema as JsonSchema)

  return { schemas, jsonOf, fieldsOf, exampleOf }
}

export type Components = ReturnType<typeof createComponents>
