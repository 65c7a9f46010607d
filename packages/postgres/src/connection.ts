import { Client } from 'pg'

/** How clients reach a server: a private folder with its socket, or a port of the loopback address. */
export type Listen = { readonly socketFolder: string } | { readonly loopbackPort: number }

export type Login = { user: string; password: string; database: string }

/** A connection string. The socket's folder goes in as an encoded host name, so that it is a valid URL for every parser. */
export const connectionString = (listen: Listen, login: Login): string => {
  const host = 'socketFolder' in listen ? encodeURIComponent(listen.socketFolder) : `127.0.0.1:${listen.loopbackPort}`
  const [user, password, database] = [login.user, login.password, login.database].map(encodeURIComponent)
  return `postgresql://${user}:${password}@${host}/${database}`
}

/** Runs `work` on a connection of its own and closes it whatever happens. */
export const withClient = async <T>(url: string, work: (client: Client) => Promise<T>): Promise<T> => {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 15_000 })
  // Without a listener a server that goes away would end this process; pending queries reject anyway.
  client.on('error', () => {})
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}
