/**
 * The developers' page: reads the API document beside it and shows one call at a time. It stands alone, without the application's
 * code, and builds its elements one by one, since the page's policy allows no markup from texts.
 */
type Json = Record<string, unknown>
type Schema = {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  pattern?: string
  format?: string
  minimum?: number
  maximum?: number
}
type Content = Record<
  string,
  { schema?: Schema; example?: unknown; examples?: Record<string, unknown>; 'x-events'?: Record<string, Schema> }
>
type Parameter = {
  $ref?: string
  name?: string
  in?: string
  required?: boolean
  description?: string
  schema?: Schema
  example?: unknown
}
type Response = {
  $ref?: string
  description?: string
  headers?: Record<string, { description?: string }>
  content?: Content
}
type Operation = {
  operationId: string
  tags: string[]
  summary: string
  description?: string
  security: Json[]
  parameters?: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, Response>
}
type Refusal = { value: { code: string; message: string } }
type Document = {
  info: { title: string; description: string }
  components: {
    schemas: Record<string, Schema>
    examples: Record<string, Refusal>
    responses: Record<string, Response>
    parameters: Record<string, Parameter>
  }
  paths: Record<string, Record<string, Operation>>
}
type Call = Operation & { method: string; path: string }

const make = (tag: string, text = '', className = ''): HTMLElement => {
  const element = document.createElement(tag)
  if (text !== '') element.textContent = text
  if (className !== '') element.className = className
  return element
}
const put = (parent: HTMLElement, ...children: HTMLElement[]): HTMLElement => {
  parent.append(...children)
  return parent
}
const pre = (text: string, label: string): HTMLElement => {
  const block = make('pre')
  block.tabIndex = 0
  block.setAttribute('aria-label', label)
  return put(block, make('code', text))
}

/** Paragraphs with `code` and **strong** words: all the Markdown that the document uses. */
const prose = (text: string): HTMLElement[] =>
  text.split(/\n{2,}/).map((paragraph) => {
    const element = make('p')
    for (const part of paragraph.replaceAll('\n', ' ').split(/(`[^`]+`|\*\*[^*]+\*\*)/)) {
      if (part.startsWith('`')) element.append(make('code', part.slice(1, -1)))
      else if (part.startsWith('**')) element.append(make('strong', part.slice(2, -2)))
      else element.append(part)
    }
    return element
  })

/** An example of a parameter, as it stands in an address. */
const plain = (example: unknown): string =>
  typeof example === 'string' ? example : example === null || example === undefined ? '' : JSON.stringify(example)

const nameIn = (ref: string): string => ref.split('/').at(-1) ?? ''
const resolved = (api: Document, schema: Schema): Schema =>
  schema.$ref === undefined
    ? schema
    : { ...resolved(api, api.components.schemas[nameIn(schema.$ref)] ?? {}), ...schema }

/** What a field may hold, in a few words. */
const kindOf = (api: Document, given: Schema): string => {
  const schema = resolved(api, given)
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map(String).join(' | ')
  if (schema.anyOf) return schema.anyOf.map((one) => kindOf(api, one)).join(' or ')
  if (schema.items) return `list of ${kindOf(api, schema.items)}`
  const type = [schema.type ?? 'anything'].flat().join(' or ')
  if (schema.format) return schema.format
  const bounds = type.includes('number') || type.includes('integer') ? [schema.minimum, schema.maximum] : []
  const [least, most] = bounds.map((bound) => (bound === undefined || Math.abs(bound) > 1e14 ? undefined : bound))
  return [type, least !== undefined && `from ${least}`, most !== undefined && `to ${most}`].filter(Boolean).join(' ')
}

const table = (caption: string, head: string[], rows: (string | HTMLElement)[][]): HTMLElement => {
  const headRow = put(make('tr'), ...head.map((text) => make('th', text)))
  const body = rows.map((cells) =>
    put(make('tr'), ...cells.map((cell) => (typeof cell === 'string' ? make('td', cell) : put(make('td'), cell)))),
  )
  const whole = put(make('table'), make('caption', caption), put(make('thead'), headRow), put(make('tbody'), ...body))
  const frame = put(make('div', '', 'wide'), whole)
  frame.tabIndex = 0
  frame.setAttribute('role', 'region')
  frame.setAttribute('aria-label', caption)
  return frame
}

/** Every field of an object, those within it behind dots. */
const fieldsOf = (api: Document, given: Schema, before = '', depth = 0): string[][] => {
  const schema = resolved(api, given)
  const { properties = {}, required = [] } = schema.items ? resolved(api, schema.items) : schema
  return Object.entries(properties).flatMap(([name, of]) => {
    const inner = resolved(api, of)
    const path = `${before}${name}${inner.items ? '[]' : ''}`
    const row = [path, kindOf(api, of), required.includes(name) ? 'always' : 'may be left out']
    const within = depth < 3 && (inner.properties ?? (inner.items && resolved(api, inner.items).properties))
    return [row, ...(within ? fieldsOf(api, of, `${path}.`, depth + 1) : [])]
  })
}

const parametersOf = (api: Document, { parameters = [] }: Call): Parameter[] =>
  parameters.map((one) => (one.$ref ? (api.components.parameters[nameIn(one.$ref)] ?? {}) : one))

const jsonBody = ({ requestBody }: Call): unknown => requestBody?.content['application/json']?.example

/** Address and headers of a call, with its examples in place. */
const requestOf = (api: Document, call: Call) => {
  const parameters = parametersOf(api, call)
  const example = (one: Parameter) => plain(one.example)
  const path = parameters
    .filter((one) => one.in === 'path')
    .reduce((text, one) => text.replace(`{${one.name}}`, example(one)), call.path)
  const query = parameters.filter((one) => one.in === 'query' && one.required && one.example !== null)
  const text = new URLSearchParams(query.map((one) => [one.name ?? '', example(one)])).toString()
  const isKeyed = parameters.some((one) => one.name === 'Idempotency-Key')
  const access = call.security.some((one) => 'cookie' in one)
    ? 'cookie'
    : call.security.length > 0
      ? 'bearer'
      : 'public'
  const headers = {
    ...(access === 'bearer' ? { Authorization: 'Bearer $BEARER' } : {}),
    ...(access === 'cookie' ? { Cookie: '__Host-puente=$SESSION' } : {}),
    ...(isKeyed ? { 'Idempotency-Key': 'c0a8f3d2-7b1e-4f6a-9d35-2e8b41c7a590' } : {}),
    ...(jsonBody(call) === undefined ? {} : { 'Content-Type': 'application/json' }),
  }
  return { address: `${location.origin}${path}${text === '' ? '' : `?${text}`}`, headers, parameters }
}

const curlOf = (api: Document, call: Call): string => {
  const { address, headers } = requestOf(api, call)
  const form = call.requestBody?.content['multipart/form-data']?.example as Record<string, unknown> | undefined
  const body = jsonBody(call)
  return [
    `curl -X ${call.method} '${address}'`,
    ...Object.entries(headers).map(
      ([name, value]) => `-H ${value.includes('$') ? '"' : "'"}${name}: ${value}${value.includes('$') ? '"' : "'"}`,
    ),
    ...(body === undefined ? [] : [`-d '${JSON.stringify(body).replaceAll("'", String.raw`'\''`)}'`]),
    ...Object.entries(form ?? {}).map(
      ([name, value]) => `-F '${name}=${value === '(bytes)' ? '@photo.jpg' : String(value)}'`,
    ),
  ].join(' \\\n  ')
}

const fetchOf = (api: Document, call: Call): string => {
  const { address, headers } = requestOf(api, call)
  const body = jsonBody(call)
  const shown = Object.entries(headers).map(
    ([name, value]) =>
      `    '${name}': ${value.includes('$') ? `\`${value.replace(/\$(\w+)/, (_, word: string) => `\${${word.toLowerCase()}}`)}\`` : `'${value}'`},`,
  )
  return [
    `const response = await fetch('${address}', {`,
    `  method: '${call.method}',`,
    ...(shown.length > 0 ? ['  headers: {', ...shown, '  },'] : []),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${JSON.stringify(body)}),`]),
    '})',
    'const { data, code, message } = await response.json()',
  ].join('\n')
}

const clientOf = (api: Document, call: Call): string => {
  const { parameters } = requestOf(api, call)
  const given = parameters.filter(
    (one) => one.in === 'path' || (one.in === 'query' && one.required && one.example !== null),
  )
  const input = {
    ...Object.fromEntries(given.map((one) => [one.name, one.example])),
    ...(jsonBody(call) as object | undefined),
  }
  const text = JSON.stringify(input, null, 2)
    .replaceAll(/"(\w+)":/g, '$1:')
    .replaceAll('"', "'")
  const opened =
    "import { createClient } from '@puente/client'\n\n" + `const puente = createClient({ url: '${location.origin}' })\n`
  const signIn = call.security.length > 0 ? 'await puente.signIn(EMAIL, PASSWORD)\n' : ''
  const types = Object.keys(call.responses['200']?.content ?? {})
  if (call.operationId === 'live')
    return `${opened}${signIn}for await (const { event, data } of puente.live()) console.log(event, data)`
  if (call.requestBody?.content['multipart/form-data']) {
    const { [call.operationId === 'uploadKycPhoto' ? 'file' : 'image']: _, ...fields } = call.requestBody.content[
      'multipart/form-data'
    ].example as Json
    return `${opened}${signIn}const data = await puente.upload('${call.operationId}', ${JSON.stringify(fields)}, photo)`
  }
  if (!types.includes('application/json'))
    return `${opened}${signIn}const file = await puente.file('${call.operationId}', ${text})`
  return `${opened}${signIn}const data = await puente.call('${call.operationId}'${Object.keys(input).length > 0 ? `, ${text}` : ''})`
}

const samplesOf = (api: Document, call: Call): HTMLElement => {
  const samples: [string, string][] = [
    ['curl', curlOf(api, call)],
    ['@puente/client', clientOf(api, call)],
    ['fetch', fetchOf(api, call)],
  ]
  const shown = make('div')
  const buttons = samples.map(([name, text]) => {
    const button = make('button', name)
    button.addEventListener('click', () => {
      for (const other of buttons) other.setAttribute('aria-pressed', String(other === button))
      shown.replaceChildren(pre(text, `${call.operationId} with ${name}`))
    })
    return button
  })
  buttons[0]?.click()
  return put(make('section'), make('h3', 'Call it'), put(make('div', '', 'choice'), ...buttons), shown)
}

const answersOf = (api: Document, call: Call): HTMLElement => {
  const section = put(make('section'), make('h3', 'Accepted: 200'))
  for (const [type, content] of Object.entries(call.responses['200']?.content ?? {})) {
    section.append(make('p', type, 'quiet'))
    const { example, schema } = content
    if (example !== undefined)
      section.append(
        pre(typeof example === 'string' ? example : JSON.stringify(example, null, 2), 'Example of the answer'),
      )
    const data = schema?.properties?.['data']
    const rows = data ? fieldsOf(api, data) : []
    if (rows.length > 0) section.append(table('Fields of data', ['field', 'holds', 'there'], rows))
    const events = Object.entries(content['x-events'] ?? {}).map(([name, of]) => [
      name,
      Object.entries(resolved(api, of).properties ?? {})
        .map(([field, one]) => `${field}: ${kindOf(api, one)}`)
        .join(', ') || 'nothing',
    ])
    if (events.length > 0) section.append(table('Events', ['event', 'data'], events))
  }
  return section
}

const refusalsOf = (api: Document, call: Call): HTMLElement => {
  const rows = Object.entries(call.responses)
    .filter(([status]) => status !== '200')
    .flatMap(([status, given]) => {
      const response = given.$ref ? (api.components.responses[nameIn(given.$ref)] ?? {}) : given
      const codes = Object.keys(response.content?.['application/json']?.examples ?? {})
      return codes.map((code) => [status, make('code', code), api.components.examples[code]?.value.message ?? ''])
    })
  return put(
    make('section'),
    make('h3', 'Refused'),
    table('Codes of this call', ['status', 'code', 'message in English'], rows),
  )
}

const callView = (api: Document, call: Call): HTMLElement[] => {
  const { parameters } = requestOf(api, call)
  const title = make('h2', call.operationId)
  title.tabIndex = -1
  const access =
    call.security.length === 0
      ? 'public'
      : call.security.some((one) => 'cookie' in one)
        ? 'session cookie'
        : call.security.length > 1
          ? 'with or without a bearer'
          : 'bearer'
  const line = put(
    make('p', '', 'address'),
    make('strong', call.method),
    make('code', call.path),
    make('span', access, 'badge'),
  )
  const about = [make('p', call.summary, 'lead'), ...prose(call.description ?? '')].filter(
    (one) => one.textContent !== '',
  )
  const taken = make('section')
  if (parameters.length > 0)
    taken.append(
      table(
        'Parameters',
        ['name', 'in', 'holds', 'example', 'there'],
        parameters.map((one) => [
          make('code', one.name ?? ''),
          one.in ?? '',
          put(make('div'), ...prose(one.description ?? kindOf(api, one.schema ?? {}))),
          plain(one.example),
          one.required ? 'always' : 'may be left out',
        ]),
      ),
    )
  const body = Object.values(call.requestBody?.content ?? {})[0]?.schema
  const rows = body ? fieldsOf(api, body) : []
  if (rows.length > 0) taken.append(table('Fields of the request', ['field', 'holds', 'there'], rows))
  return [
    title,
    line,
    ...about,
    samplesOf(api, call),
    ...(taken.childElementCount > 0 ? [put(make('section'), make('h3', 'Takes'), taken)] : []),
    answersOf(api, call),
    refusalsOf(api, call),
  ]
}

const guideView = (api: Document, calls: readonly Call[]): HTMLElement[] => {
  const title = make('h2', 'What holds for every call')
  title.tabIndex = -1
  const link = make('a', 'The whole document (OpenAPI 3.1)') as HTMLAnchorElement
  link.href = '/developers/openapi.json'
  return [title, ...prose(api.info.description), put(make('p', `${calls.length} calls. `), link)]
}

const start = async (): Promise<void> => {
  const [main, list, search, count] = ['call', 'calls', 'search', 'count'].map((id) => document.getElementById(id))
  if (!main || !list || !(search instanceof HTMLInputElement) || !count) return
  const response = await fetch('/developers/openapi.json').catch(() => null)
  if (!response?.ok) {
    main.replaceChildren(make('p', 'The API document could not be loaded. Reload the page to try again.'))
    return
  }
  const api = (await response.json()) as Document
  const calls = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Call => ({ ...operation, method: method.toUpperCase(), path })),
  )

  const show = (isFirst = false) => {
    const wanted = decodeURIComponent(location.hash.slice(1))
    const call = calls.find(({ operationId }) => operationId === wanted)
    main.replaceChildren(...(call ? callView(api, call) : guideView(api, calls)))
    document.title = `${call ? `${call.operationId} · ` : ''}${api.info.title}`
    for (const link of list.querySelectorAll('a')) {
      if (link.hash.slice(1) === (call?.operationId ?? '')) link.setAttribute('aria-current', 'page')
      else link.removeAttribute('aria-current')
    }
    if (isFirst) return
    scrollTo(0, 0)
    main.querySelector('h2')?.focus({ preventScroll: true })
  }

  const filter = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean)
    const found = calls.filter((call) => {
      const text =
        `${call.operationId} ${call.method} ${call.path} ${call.summary} ${call.tags.join(' ')}`.toLowerCase()
      return words.every((word) => text.includes(word))
    })
    const groups = Map.groupBy(found, ({ tags }) => tags[0] ?? '')
    list.replaceChildren(
      ...[...groups].map(([tag, of]) => {
        const links = of.map((call) => {
          const link = make('a', call.operationId) as HTMLAnchorElement
          link.href = `#${call.operationId}`
          link.title = call.summary
          return put(make('li'), link)
        })
        return put(make('section'), make('h2', tag), put(make('ul'), ...links))
      }),
    )
    count.textContent =
      found.length === 0 ? 'No call has all of these words' : `${found.length} of ${calls.length} calls`
  }

  search.addEventListener('input', filter)
  addEventListener('hashchange', () => show())
  filter()
  show(true)
}

void start()

export {}
