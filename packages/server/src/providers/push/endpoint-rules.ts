import type { PushSettings } from './settings.ts'

const isHost = (pattern: string, host: string): boolean =>
  pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) && host.length > pattern.length - 1 : host === pattern

/**
 * Whether we send to an address that a browser gave: by https to a service that is known, under its usual port and without a
 * name or password of its own. What is not listed is not reached, least of all a network of ours.
 */
export const isPushEndpoint = (
  endpoint: string,
  { hosts, sandboxUrl }: Pick<Exclude<PushSettings, 'off'>, 'hosts' | 'sandboxUrl'>,
): boolean => {
  if (!URL.canParse(endpoint)) return false
  const { href, protocol, hostname, port, username, password } = new URL(endpoint)
  if (username !== '' || password !== '') return false
  if (sandboxUrl !== null && href.startsWith(sandboxUrl)) return true
  return protocol === 'https:' && port === '' && hosts.some((pattern) => isHost(pattern, hostname))
}

/** The address as it is kept: written in one way, without the fragment, which no service gets. As it came where it is none. */
export const pushAddress = (endpoint: string): string => {
  const url = URL.parse(endpoint)
  if (url === null) return endpoint
  url.hash = ''
  return url.href
}
