/** A browser that goes to an issuer of the sandbox and back: cookies by origin, redirects by hand. */
import type { Request } from '@puente/contract'
import type { SocialProviderId } from '#providers/oidc/port.ts'
import type { TestApp } from './app.ts'

export type Chosen = { account: string } | { name: string; email: string; verified?: boolean } | 'cancel'

/** Where a browser ended: the screen, and what the fragment says. */
export type Landing = { screen: string; outcome: string; more: Record<string, string> }

/** What an issuer gives the browser to bring back to us. */
export type Answer = { method: 'GET' | 'POST'; url: string; body: URLSearchParams | null }

const formOf = (chosen: Chosen): Record<string, string> => {
  if (chosen === 'cancel') return { answer: 'cancel' }
  if ('account' in chosen) return { account: chosen.account, answer: 'continue' }
  const { name, email, verified = true } = chosen
  return { account: 'new', name, email, answer: 'continue', ...(verified ? { verified: 'true' } : {}) }
}

const landingAt = (location: string | null): Landing => {
  const url = new URL(location ?? 'http://nowhere.test/')
  const { social: outcome = '', ...more } = Object.fromEntries(new URLSearchParams(url.hash.slice(1)))
  return { screen: url.pathname + url.search, outcome, more }
}

export const aBrowser = (app: Pick<TestApp, 'url'>) => {
  const jars = new Map<string, Map<string, string>>()
  const jarOf = (url: string) => {
    const { host } = new URL(url)
    const jar = jars.get(host) ?? new Map<string, string>()
    jars.set(host, jar)
    return jar
  }
  const cookieOf = (url: string): string => [...jarOf(url)].map(([name, value]) => `${name}=${value}`).join('; ')

  /** One request with this browser's cookies; redirects are not followed. */
  const go = async (url: string, init: RequestInit = {}): Promise<Response> => {
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: { cookie: cookieOf(url), ...(init.headers as Record<string, string> | undefined) },
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '' || /expires=Thu, 01 Jan 1970/i.test(line)) jarOf(url).delete(name)
      else jarOf(url).set(name, value)
    }
    return response
  }

  /** A call of ours, as a page of ours makes it. */
  const post = async (path: string, body: object, bearer?: string, stepUp?: string) => {
    const response = await go(`${app.url}/api${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: {
        'content-type': 'application/json',
        ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
        ...(stepUp === undefined ? {} : { 'step-up': stepUp }),
      },
    })
    return {
      status: response.status,
      ...((await response.json()) as { data?: never; code?: string; details?: object }),
    }
  }

  /** Begins and answers the address of the issuer. */
  const begin = async (provider: SocialProviderId, more: Request<'startSocial'> = {}): Promise<string> => {
    const { data, code } = await post(`/auth/social/${provider}/start`, more)
    if (data === undefined) throw new Error(`starting was refused: ${code}`)
    return (data as { url: string }).url
  }

  /** Chooses at the issuer, and answers what it gives the browser to bring back. */
  const choose = async (url: string, chosen: Chosen): Promise<Answer> => {
    let response = await go(url)
    let at = url
    const follow = async () => {
      at = new URL(response.headers.get('location') ?? '', at).href
      if (!at.startsWith(app.url)) response = await go(at)
    }
    await follow()
    const origin = new URL(at).origin
    response = await go(at, { method: 'POST', body: new URLSearchParams(formOf(chosen)), headers: { origin } })
    while (response.status >= 300 && response.status < 400 && !at.startsWith(app.url)) await follow()
    if (at.startsWith(app.url)) return { method: 'GET', url: at, body: null }
    const page = await response.text()
    const action = /action="([^"]+)"/.exec(page)?.[1] ?? ''
    const fields = [...page.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(
      ([, name = '', value = '']): [string, string] => [name, value.replaceAll('&quot;', '"').replaceAll('&amp;', '&')],
    )
    if (action === '') throw new Error(`the issuer answered ${response.status}: ${page.slice(0, 500)}`)
    return { method: 'POST', url: action, body: new URLSearchParams(fields) }
  }

  /** Brings an answer back to us; where it lands. */
  const bring = async ({ method, url, body }: Answer): Promise<Landing> => {
    // As Chromium says it for a link and for a form of another site.
    const headers = { 'sec-fetch-site': 'cross-site', ...(method === 'POST' ? { origin: 'https://issuer.test' } : {}) }
    const response = await go(url, { method, ...(body && { body }), headers })
    if (response.status !== 303) throw new Error(`the return was answered ${response.status}: ${await response.text()}`)
    return landingAt(response.headers.get('location'))
  }

  return {
    go,
    post,
    begin,
    choose,
    bring,
    /** The whole way. */
    signIn: async (provider: SocialProviderId, chosen: Chosen, more: Request<'startSocial'> = {}): Promise<Landing> =>
      bring(await choose(await begin(provider, more), chosen)),
    /** A session of a token that came back in an address, or of one that a call answered. */
    open: async (token: Pick<Request<'openSession'>, 'token' | 'socialToken'>): Promise<string> => {
      const { data, code } = await post('/auth/session', token)
      if (data === undefined) throw new Error(`the session was refused: ${code}`)
      return (data as { bearer: string }).bearer
    },
    cookies: (url: string) => jarOf(url),
  }
}
export type Browser = ReturnType<typeof aBrowser>
