/** Connection strings that name several servers of one database: `postgres://user:password@h1:5432,h2:5433/puente`. */

const PARTS = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/i

/** The same connection string with other hosts, or with one of its own. */
export const withHosts = (url: string, hosts: string): string =>
  url.replace(PARTS, (_all, before: string, _hosts, after: string) => `${before}${hosts}${after}`)

/** One connection string per server, in the order given. */
export const hostUrls = (url: string): string[] => {
  const hosts = PARTS.exec(url)?.[2] ?? ''
  return hosts.split(',').map((host) => withHosts(url, host))
}

/** The same servers with another user or another database. */
export const withLogin = (url: string, login: { user?: string; password?: string; database?: string }): string => {
  const hosts = PARTS.exec(url)?.[2] ?? ''
  const result = new URL(hostUrls(url)[0] ?? url)
  if (login.user !== undefined) result.username = encodeURIComponent(login.user)
  if (login.password !== undefined) result.password = encodeURIComponent(login.password)
  if (login.database !== undefined) result.pathname = `/${encodeURIComponent(login.database)}`
  return withHosts(result.href, hosts)
}
