/** A call as a program writes it, with the examples of the document in place. */
import {
  type ApiDocument,
  type Call,
  jsonBody,
  type Json,
  type Parameter,
  parametersOf,
  plain,
} from './api-document.ts'

/** Address and headers of a call, with its examples in place. */
const requestOf = (api: ApiDocument, call: Call) => {
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

/** The call for a shell. */
export const curlOf = (api: ApiDocument, call: Call): string => {
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

/** The call with `fetch`. */
export const fetchOf = (api: ApiDocument, call: Call): string => {
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

/** The call with our own client. */
export const clientOf = (api: ApiDocument, call: Call): string => {
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
