/** The link of a mail that sets a new password. */
import { assert } from '../frame/part.ts'
import type { Person } from './people.ts'
import type { ProductWorld } from './product-world.ts'

const json = { 'content-type': 'application/json' }

/** Asks for a link and waits for the mail; the token that the link carries. */
export const requestLink = async (
  { servers, sandboxUrl }: Pick<ProductWorld, 'servers' | 'sandboxUrl'>,
  { credentials: { email } }: Person,
): Promise<string> => {
  const url = servers[0]?.url ?? ''
  const asked = await fetch(`${url}/api/auth/password/forgot`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ email }),
  })
  assert(asked.ok, 'a request for a link is answered', await asked.text())
  for (let tries = 0; tries < 4; tries += 1) {
    const inbox = await fetch(`${sandboxUrl}/inbox?to=${encodeURIComponent(email)}&waitSeconds=10`)
    const mails = (await inbox.json()) as { text: string }[]
    const tokens = mails.map(({ text }) => /reset-password\?token=([\w-]+)/.exec(text)?.[1])
    const token = tokens.find((one) => one !== undefined)
    if (token !== undefined) return token
    await new Promise((resolve) => setTimeout(resolve, 1_000))
  }
  throw new Error('the mail with the link did not come')
}

/** Whether the link is over. A password that everybody uses is refused only where the link is still good. */
export const isLinkOver = async ({ servers }: Pick<ProductWorld, 'servers'>, token: string): Promise<boolean> => {
  const response = await fetch(`${servers[0]?.url ?? ''}/api/auth/password/reset`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ token, newPassword: 'Password1' }),
  })
  const { code } = (await response.json()) as { code?: string }
  const isOver = code === 'emailTokenExpired' || code === 'invalidCode'
  assert(isOver || code === 'invalidPass', 'a link is good or over', { status: response.status, code })
  return isOver
}
