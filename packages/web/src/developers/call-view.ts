/** One call: how it is written, what it takes and answers, and what it is refused with. */
import { type ApiDocument, type Call, fieldsOf, kindOf, nameIn, parametersOf, plain, resolved } from './api-document.ts'
import { clientOf, curlOf, fetchOf } from './call-samples.ts'
import { make, pre, prose, put, table } from './elements.ts'

const samplesOf = (api: ApiDocument, call: Call): HTMLElement => {
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

const answersOf = (api: ApiDocument, call: Call): HTMLElement => {
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

const refusalsOf = (api: ApiDocument, call: Call): HTMLElement => {
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

/** All that the page shows of one call. */
export const callView = (api: ApiDocument, call: Call): HTMLElement[] => {
  const parameters = parametersOf(api, call)
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
