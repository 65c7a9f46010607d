/** What a code or a pasted link leads to. A link of anyone else's is never followed. */
import { PAY_CODE } from '@puente/contract'
import { paths } from '#lib/layout/paths.ts'
import { isHandle } from '#shared/people/person-link.ts'

const LINK = new RegExp(`^${paths.payLink.path.replace('$code', '([^/]+)')}/?$`, 'i')
const PERSON = new RegExp(`^${paths.person.path.replace('$handle', '([^/]+)')}/?$`, 'i')

/** @returns the path inside this application, or null for what is not one of our codes */
export const pathOfCode = (text: string, origin: string): string | null => {
  let url: URL
  try {
    url = new URL(text.trim())
  } catch {
    return null
  }
  if (url.origin !== origin) return null
  const code = LINK.exec(url.pathname)?.[1]?.toLowerCase()
  if (code !== undefined) return PAY_CODE.test(code) ? `/pay/${code}` : null
  const handle = PERSON.exec(url.pathname)?.[1]?.toLowerCase()
  if (handle === undefined || !isHandle(handle)) return null
  const amount = url.searchParams.get('amount')
  return `${paths.person.path.replace('$handle', handle)}${amount === null ? '' : `?amount=${encodeURIComponent(amount)}`}`
}
