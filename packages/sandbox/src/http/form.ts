/** Form bodies and queries with bracketed names, `line_items[0][price_data][currency]=usd`, as nested plain objects. */
type FormValue = string | { [key: string]: FormValue }
type Form = { [key: string]: FormValue }

/** The text is not a well-formed form; `param` is the name at fault. */
export class FormError extends Error {
  readonly param: string

  constructor(param: string, message: string) {
    super(message)
    this.param = param
  }
}

const maxPairs = 1000
const maxDepth = 6
// A prefix in brackets means nothing in these formats; such names are refused before they reach an object.
const reservedNames = new Set(['__proto__', 'constructor', 'prototype'])

const decode = (part: string) => {
  try {
    return decodeURIComponent(part.replaceAll('+', ' '))
  } catch {
    throw new FormError(part, 'is not properly encoded')
  }
}

/** `a[b][]` becomes `['a', 'b', '']`. */
const pathOf = (name: string): string[] => {
  const head = /^[^[\]]+/.exec(name)?.[0]
  const tail = head === undefined ? '' : name.slice(head.length)
  if (head === undefined || !/^(\[[^[\]]*\])*$/.test(tail)) throw new FormError(name, 'has unbalanced brackets')
  const path = [head, ...[...tail.matchAll(/\[([^[\]]*)\]/g)].map(([, key]) => key ?? '')]
  if (path.length > maxDepth) throw new FormError(name, 'is nested too deeply')
  if (path.some((key) => reservedNames.has(key))) throw new FormError(name, 'is not a known field')
  return path
}

const place = (into: Form, path: string[], name: string, value: string): void => {
  const [key = '', ...rest] = path
  const own = key === '' ? String(Object.keys(into).length) : key
  const existing = Object.hasOwn(into, own) ? into[own] : undefined
  if (rest.length === 0) {
    if (existing !== undefined) throw new FormError(name, 'is given twice')
    into[own] = value
    return
  }
  if (typeof existing === 'string') throw new FormError(name, 'is given both as a value and as an object')
  const child: Form = existing ?? {}
  into[own] = child
  place(child, rest, name, value)
}

/** Parses a form. @throws FormError */
export const parseForm = (source: string): Form => {
  const form: Form = {}
  const pairs = source.split('&').filter((pair) => pair !== '')
  if (pairs.length > maxPairs) throw new FormError('', `has more than ${maxPairs} fields`)
  for (const pair of pairs) {
    const at = pair.indexOf('=')
    const name = decode(at < 0 ? pair : pair.slice(0, at))
    place(form, pathOf(name), name, at < 0 ? '' : decode(pair.slice(at + 1)))
  }
  return form
}

/** The query of a request target, parsed the same way. */
export const queryOf = (requestUrl: string): Form => {
  const at = requestUrl.indexOf('?')
  return at < 0 ? {} : parseForm(requestUrl.slice(at + 1))
}
