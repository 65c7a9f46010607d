/**
 * Whether some bytes are one whole request and nothing else, said without a parser. Whatever is not plainly so is not: what
 * is unusual, comes in pieces or follows another request is for the parser, which alone decides what a request is.
 */

export type PlainRequest = { method: string; target: string; acceptLanguage: string | undefined }

/** Far above what a browser sends with a JSON call. */
const LIMIT_BYTES = 8_192

const FIRST_LINE = /^(GET|POST|PUT|PATCH|DELETE) (\/[!-~]*) HTTP\/1\.1\r\n/
/** A line that ends or goes on in a way of its own. */
const ODD_LINE = /(?:^|[^\r])\n|\r[^\n]|\n[ \t]/
/** What changes how a request is framed or answered. */
const SPECIAL = /\n(?:transfer-encoding|expect|upgrade|te|trailer|connection:(?! ?keep-alive\r))/
const LENGTH = '\r\ncontent-length'
const LENGTH_LINE = /^\r\ncontent-length: ?(\d{1,5})\r\n/
const ACCEPT_LANGUAGE = '\r\naccept-language: '

/** How many bytes of body are announced; null when that is not plain. `head` is in small letters and ends with a line's end. */
const bodyBytes = (head: string): number | null => {
  const at = head.indexOf(LENGTH)
  if (at < 0) return 0
  if (head.includes(LENGTH, at + LENGTH.length)) return null
  const digits = LENGTH_LINE.exec(head.slice(at, at + 32))?.[1]
  return digits === undefined ? null : Number(digits)
}

const valueAfter = (head: string, name: string): string | undefined => {
  const at = head.indexOf(name)
  return at < 0 ? undefined : head.slice(at + name.length, head.indexOf('\r', at + name.length))
}

/** The request that these bytes are; null when they are not exactly one, or not a plain one. */
export const plainRequest = (bytes: Buffer): PlainRequest | null => {
  if (bytes.length > LIMIT_BYTES) return null
  const text = bytes.toString('latin1')
  const [line, method, target] = FIRST_LINE.exec(text) ?? []
  const end = text.indexOf('\r\n\r\n')
  if (line === undefined || method === undefined || target === undefined || end < 0) return null
  const head = text.slice(line.length - 2, end + 2).toLowerCase()
  if (ODD_LINE.test(head.slice(2)) || SPECIAL.test(head)) return null
  if (bodyBytes(head) !== text.length - end - 4) return null
  return { method, target, acceptLanguage: valueAfter(head, ACCEPT_LANGUAGE) }
}
