/** The server over plain HTTP, for what a journey needs but is not about: setting people up, and asking what is true. */
import { createClient, type Client, type ClientOptions } from '@puente/client'
import { appUrl } from './places.ts'

/** The name of the session cookie. */
export const SESSION_COOKIE = '__Host-puente'

/** A program that nobody has signed in to yet. */
const newClient = (options: ClientOptions = {}): Client =>
  createClient({ url: appUrl, timeZone: 'America/New_York', ...options })

/** Calls an endpoint of the contract as nobody; throws `Refused`. */
export const { call } = newClient()

/** Opens a session of its own; answers who speaks in it, and the value of its cookie. `onStepUp` proves what asks for a proof. */
export const openSession = async (
  token: string,
  onStepUp?: ClientOptions['onStepUp'],
): Promise<{ client: Client; cookie: string }> => {
  const client = newClient(onStepUp && { onStepUp })
  await client.open({ token })
  const cookie = client
    .saved()
    ?.split('; ')
    .find((one) => one.startsWith(`${SESSION_COOKIE}=`))
  return { client, cookie: cookie?.slice(SESSION_COOKIE.length + 1) ?? '' }
}
