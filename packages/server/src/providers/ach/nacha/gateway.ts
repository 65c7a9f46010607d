/** A bank that takes files over HTTPS: each is put under its name, and asked for by it before it is put again. */
import * as z from 'zod/mini'
import { ProviderError } from '../../types.ts'
import type { NachaSettings } from './settings.ts'
import type { FileTransport } from './transport-port.ts'

const TIMEOUT_MS = 30_000
const asJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
const names = z.array(z.string().check(z.regex(/^[\w.-]{1,100}$/)))

const errorOf = (status: number): ProviderError => {
  const said = { code: String(status) }
  if (status === 401 || status === 403) return new ProviderError('auth', 'the bank knows us no more', said)
  if (status === 429) return new ProviderError('rateLimited', 'the bank wants to be asked later', said)
  return new ProviderError(status < 500 ? 'invalid' : 'unknownOutcome', 'the bank did not do it', said)
}

export const createGateway = ({ url, token }: Pick<NachaSettings, 'url' | 'token'>): FileTransport => {
  const call = async (method: string, path: string, body?: string): Promise<Response> => {
    try {
      return await fetch(`${url}${path}`, {
        method,
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
        headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'text/plain' }) },
        ...(body !== undefined && { body }),
      })
    } catch (cause) {
      throw new ProviderError('unknownOutcome', 'the bank did not answer', { cause })
    }
  }
  const asked = async (method: string, path: string, body?: string): Promise<string> => {
    const answer = await call(method, path, body)
    if (!answer.ok) throw errorOf(answer.status)
    try {
      return await answer.text()
    } catch (cause) {
      throw new ProviderError('unknownOutcome', 'the bank did not answer to the end', { cause })
    }
  }
  return {
    stage: async () => {},
    handOver: async (name, content) => {
      const { ok, status } = await call('HEAD', `/files/${name}`)
      if (ok) return
      if (status !== 404) throw errorOf(status)
      await asked('PUT', `/files/${name}`, content)
    },
    list: async () => {
      const parsed = z.safeParse(names, asJson(await asked('GET', '/answers')))
      if (!parsed.success) throw new ProviderError('invalid', 'the bank does not say what it has for us')
      return parsed.data
    },
    read: (name) => asked('GET', `/answers/${name}`),
    remove: async (name) => {
      await asked('DELETE', `/answers/${name}`)
    },
  }
}
