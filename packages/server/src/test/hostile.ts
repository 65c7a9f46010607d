/**
 * Bad input for every field of every endpoint, made from the contract's own schemas: missing, of the wrong type, too long,
 * at the edge, hostile. A new endpoint is covered on the day it appears.
 */
import { appEndpoints, type Endpoint, type EndpointKey, endpointOf, PAY_CODE, type Schema } from '@puente/contract'
import * as z from 'zod/mini'

/** `form` is what the contract says of the field, the same for fields of one form. */
export type BadCall = { key: EndpointKey; what: string; field: string; form: string; body: Record<string, unknown> }

type JsonSchema = {
  type?: string
  pattern?: string
  format?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: JsonSchema[]
  items?: JsonSchema
}

/** Names that every plain object has without being given them: a table that is indexed with one finds a function. */
const PROTOTYPE_NAMES = ['constructor', '__proto__', 'toString', 'hasOwnProperty', '__defineGetter__']

const HOSTILE_TEXTS = [
  ...PROTOTYPE_NAMES,
  "' or 1=1; drop table users; --",
  '<script>alert(1)</script>',
  '../../../../etc/passwd',
  '${7*7}{{7*7}}',
  '\u0000nul',
  '\u202Eright to left',
  '\uD800 lone surrogate',
  'A'.repeat(70_000),
  '%00%0d%0aSet-Cookie: a=b',
  ' \t\r\n ',
  '\uFEFF\u200B\u2060',
  'e\u0301\u0301\u0301'.repeat(300),
  '%',
  '_',
  '\\',
  '9007199254740993',
  '0001-01-01',
  '9999-12-31',
  '2026-02-30',
  'a@b@c.example',
  `${'a'.repeat(64)}@${'b.'.repeat(90)}example`,
  `txn_${'f'.repeat(32)}`,
]

const nested = (levels: number): unknown => JSON.parse('{"a":'.repeat(levels) + '1' + '}'.repeat(levels))

const WRONG_TYPES: [string, unknown][] = [
  ['null', null],
  ['a number', 12_345.678],
  ['a negative number', -1],
  ['zero', 0],
  ['a huge number', 1e308],
  ['a text', 'text'],
  ['an empty text', ''],
  ['true', true],
  ['a list', [1, 'two', null]],
  ['an empty list', []],
  ['a long list', Array.from({ length: 1_000 }, () => 'all')],
  ['a list of lists', [[], [[]]]],
  ['false', false],
  ['the largest integer and one', 2 ** 53],
  ['a number below one', 1e-9],
  ['an empty object', {}],
  ['an object', { a: { b: { c: 1 } } }],
  ['a deep object', nested(40)],
  ['an object with a prototype', JSON.parse('{"__proto__": {"admin": true}, "constructor": 1}')],
]

const schemaOf = (schema: Schema): JsonSchema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema

const BARE_UUID = /^\^\(?\[0-9a-f(?:A-F)?\]\{8\}\)?(?:\(-|-\[)/

/** The prefix of the ids that a field takes, such as `txn`, and of how many digits they are; null when it takes something else. */
const idForm = ({ pattern = '', format }: JsonSchema): { prefix: string; digits: number } | null => {
  if (format === 'uuid' || BARE_UUID.test(pattern)) return { prefix: 'uuid', digits: 32 }
  const [, prefix, parts = ''] = /^\^(\w+)_((?:\[0-9a-f\]\{32\})+)\$$/.exec(pattern) ?? []
  return prefix === undefined ? null : { prefix, digits: (parts.length / '[0-9a-f]{32}'.length) * 32 }
}

/** A value of the form that a field wants, as a start to spoil one field at a time. */
const sample = (name: string, schema: JsonSchema): unknown => {
  const known: Record<string, unknown> = {
    email: 'ana@example.test',
    endpoint: 'https://fcm.googleapis.com/fcm/send/example',
    expirationTime: null,
    p256dh: 'B'.repeat(87),
    auth: 'a'.repeat(22),
    password: 'Quiet-Harbour-7',
    newPassword: 'Quiet-Harbour-7',
    currentPassword: 'Quiet-Harbour-8',
    fullName: 'Ana Example',
    businessName: 'Ana & Sons, Inc.',
    ein: '12-3456789',
    phone: '+12125550123',
    currency: 'USD',
    amount: 2000,
    code: '123456',
    emailToken: '123456',
    birthday: '1990-04-01',
    fromDate: '2026-01-01',
    toDate: '2026-01-31',
    nationality: 'US',
    lang: 'en',
    transactionId: `txn_${'0'.repeat(32)}`,
    transactionIds: [`txn_${'0'.repeat(32)}`],
    toUser: 'somebody.else-0000',
    userId: 'somebody.else-0000',
    shares: [{ toUser: 'somebody.else-0000', amount: 1000 }],
    total: 2000,
    token: 'x'.repeat(43),
    link: 'x'.repeat(43),
    proof: 'x'.repeat(43),
    id: `pss_${'0'.repeat(32)}`,
    search: 'somebody',
    opFee: 'in-app',
    resume: '/home',
    version: '2026-01',
    after: '0',
    routingNumber: '021000021',
    accountNumber: '123456789',
    address: '1 Main St',
    city: 'Austin',
    state: 'TX',
    zipCode: '78701',
    personType: 'business',
    confirmation: '123456789',
    cardId: 'pm_0',
    // A multipart form knows only texts.
    price: schema.type === 'string' ? '1000' : 1000,
    start: new Date(Date.now() + 86_400_000).toISOString(),
    timeZone: 'America/New_York',
  }
  if (schema.pattern === PAY_CODE.source) return '2'.repeat(20)
  const id = idForm(schema)
  if (id?.prefix === 'uuid') return '00000000-0000-4000-8000-000000000000'
  if (id !== null) return `${id.prefix}_${'0'.repeat(id.digits)}`
  if (name in known) return known[name]
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf?.[0]) return sample(name, schema.anyOf[0])
  if (schema.properties)
    return Object.fromEntries(Object.entries(schema.properties).map(([key, of]) => [key, sample(key, of)]))
  if (schema.type === 'number' || schema.type === 'integer') return 10
  if (schema.type === 'boolean') return false
  return schema.type === 'array' ? [] : 'text'
}

const good = (schema: JsonSchema): Record<string, unknown> =>
  Object.fromEntries((schema.required ?? []).map((name) => [name, sample(name, schema.properties?.[name] ?? {})]))

/** Every way to spoil one field of the form, with what is wrong in words. */
const spoiled = (key: EndpointKey, schema: JsonSchema): BadCall[] => {
  const start = good(schema)
  const calls: BadCall[] = [
    { key, what: 'an unknown field', field: 'unknownField', form: '', body: { ...start, unknownField: 1 } },
  ]
  for (const [field, of] of Object.entries(schema.properties ?? {})) {
    const form = JSON.stringify(of)
    if (schema.required?.includes(field)) {
      const { [field]: _, ...rest } = start
      calls.push({ key, what: 'missing', field, form: '', body: rest })
    }
    for (const [what, value] of WRONG_TYPES) calls.push({ key, what, field, form, body: { ...start, [field]: value } })
    for (const text of HOSTILE_TEXTS)
      calls.push({
        key,
        what: `hostile: ${JSON.stringify(text).slice(0, 30)}`,
        field,
        form,
        body: { ...start, [field]: text },
      })
  }
  return calls
}

/** A query knows only texts. */
export const asQuery = (body: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : (JSON.stringify(value) ?? ''),
    ]),
  )

const formOf = ({ body, query, multipart }: Endpoint): Schema | undefined => body ?? query ?? multipart?.fields

/** A body that has the form which a call asks for, its optional fields left out. */
export const goodBody = (key: EndpointKey): Record<string, unknown> => {
  const form = formOf(endpointOf(key))
  return form ? good(schemaOf(form)) : {}
}

/** The same with the parameters of its path. */
export const goodInput = (key: EndpointKey): Record<string, unknown> => {
  const { params } = endpointOf(key)
  return { ...(params ? good(schemaOf(params)) : {}), ...goodBody(key) }
}

/** A field that takes the id of something: `isList` when it takes several, `withOwner` when the id begins with the person's. */
export type IdField = { key: EndpointKey; field: string; prefix: string; isList: boolean; withOwner: boolean }

/** What a client calls a draft of its own: another person's may have the same name, and is another draft. */
const OWN_NAMES: ReadonlySet<string> = new Set(['draftId'])

/** Ids that others gave: a passkey's its authenticator, an order's PayPal. */
const NAMED_BY_OTHERS: ReadonlySet<string> = new Set(['id', 'paymentId', 'cardId'])

/** Every field of every endpoint that takes an id. */
export const idFields = (): IdField[] =>
  (Object.keys(appEndpoints) as EndpointKey[]).flatMap((key) => {
    const { params } = endpointOf(key)
    const forms = [params, formOf(endpointOf(key))].flatMap((form) => (form ? [schemaOf(form)] : []))
    return forms
      .flatMap(({ properties = {} }) => Object.entries(properties))
      .filter(([field]) => !OWN_NAMES.has(field))
      .flatMap(([field, schema]) => {
        const isList = schema.items !== undefined
        const id = idForm(schema.items ?? schema)
        if (id !== null) return [{ key, field, prefix: id.prefix, isList, withOwner: id.digits === 64 }]
        return NAMED_BY_OTHERS.has(field) ? [{ key, field, prefix: 'opaque', isList, withOwner: false }] : []
      })
  })

/** Named like an id, and none of a row here: a username, which is public, somebody by theirs or by the id that others see, and whom PayPal calls a payer. */
const NO_IDS: ReadonlySet<string> = new Set(['publicTransactionId', 'userId', 'payerId'])

/** Fields that are named like an id and have no form of one: the sweep of foreign ids would pass them over. */
export const unknownIds = (): string[] => {
  const known = new Set(idFields().map(({ key, field }) => `${key}.${field}`))
  return (Object.keys(appEndpoints) as EndpointKey[]).flatMap((key) => {
    const form = formOf(endpointOf(key))
    const names = form ? Object.keys(schemaOf(form).properties ?? {}) : []
    return names
      .filter((name) => /(^i|I)ds?$/.test(name) && !NO_IDS.has(name) && !OWN_NAMES.has(name))
      .flatMap((name) => (known.has(`${key}.${name}`) ? [] : [`${key}.${name}`]))
  })
}

/** The fields whose sample the contract does not take, as `endpoint.field`: spoiling another field of theirs would show nothing. */
export const badSamples = (): string[] =>
  (Object.keys(appEndpoints) as EndpointKey[]).flatMap((key) => {
    const parsed = formOf(endpointOf(key))?.safeParse(
      endpointOf(key).method === 'GET' ? asQuery(goodBody(key)) : goodBody(key),
    )
    return parsed?.error?.issues.map(({ path }) => `${key}.${path.join('.')}`) ?? []
  })

/** All bad calls, endpoint by endpoint. Whether a value is bad for its field is the schema's to say. */
export const badCalls = (): BadCall[] =>
  (Object.keys(appEndpoints) as EndpointKey[]).flatMap((key) => {
    const form = formOf(endpointOf(key))
    return form ? spoiled(key, schemaOf(form)) : []
  })

/** Whether the contract itself takes the value: then a call may also succeed. */
export const isTaken = ({ key, body }: BadCall): boolean => {
  const endpoint = endpointOf(key)
  return formOf(endpoint)?.safeParse(endpoint.method === 'GET' ? asQuery(body) : body).success ?? false
}
