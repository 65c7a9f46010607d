/** People with second factors, enrolled through the calls as the screens make them. */
import { expect } from 'vitest'
import { Secret, TOTP } from 'otpauth'
import type { EndpointKey, Output } from '@puente/contract'
import { PASSWORD } from './factories.ts'
import { softAuthenticator, type SoftAuthenticator } from './authenticator.ts'
import { type AuthWorld, authWorld } from './visitors.ts'

/** What an app shows for a secret at a moment. */
const appCode = (secret: string, at: Date): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() })

export type Proof = Record<string, unknown>

export const factorWorld = async (env: Record<string, string> = {}) => {
  const world: AuthWorld = await authWorld({ SECOND_FACTOR: 'acts', ...env })

  /** A signed-in call that is asked for a proof, which `proof` gives for its challenge; the password unless said. */
  const callProved = async <K extends EndpointKey>(
    key: K,
    input: object,
    bearer: string,
    proof: (challengeId: string) => Promise<Proof> | Proof = () => ({ password: PASSWORD }),
    more: object = {},
  ) => {
    const call = world.call as (key: EndpointKey, input: object, options: object) => ReturnType<typeof world.call>
    const refused = await call(key, input, { bearer, ...more })
    expect(refused.code).toBe('stepUpRequired')
    const challengeId = String(refused.details?.['challengeId'])
    const answer = await world.call('stepUpVerify', { challengeId, ...(await proof(challengeId)) }, { bearer, ...more })
    expect(answer.code).toBeUndefined()
    const headers = { 'step-up': answer.data.stepUpToken }
    return (await call(key, input, { bearer, headers, ...more })) as Awaited<ReturnType<typeof world.call>> & {
      data: Output<K>
    }
  }

  const authenticator = (options: Partial<Parameters<typeof softAuthenticator>[0]> = {}): SoftAuthenticator =>
    softAuthenticator({ origin: world.services.config.publicUrl, ...options })

  return {
    ...world,
    callProved,
    authenticator,
    /** Adds a passkey of the authenticator to the account. */
    addPasskey: async (bearer: string, key: SoftAuthenticator, proof?: Parameters<typeof callProved>[3]) => {
      const { data } = await callProved('passkeyOptions', {}, bearer, proof)
      const added = await world.call('addPasskey', { credential: key.create(data.options), name: 'Laptop' }, { bearer })
      expect(added.code).toBeUndefined()
      return { ...added.data.passkey, cookie: added.cookie }
    },
    /** Enrols an authenticator app; answers its secret and the recovery codes. */
    enrolApp: async (bearer: string, proof?: Parameters<typeof callProved>[3]) => {
      const { data } = await callProved('startTotp', {}, bearer, proof)
      world.clock.advance(30_000 - (world.clock.now().getTime() % 30_000))
      const code = appCode(data.secret, world.clock.now())
      const confirmed = await world.call('confirmTotp', { code }, { bearer })
      expect(confirmed.code).toBeUndefined()
      return { secret: data.secret, recoveryCodes: confirmed.data.recoveryCodes, code, cookie: confirmed.cookie }
    },
    /** The token of a sign-in with the password. */
    tokenOf: async (email: string, options: object = {}) =>
      (await world.call('signIn', { email, password: PASSWORD }, options)).data.token,
    /** The subjects of all mails to an address, once those that wait are sent. */
    subjectsTo: async (email: string) => {
      await world.runJobs()
      return (await world.inbox(email)).map(({ subject }) => subject)
    },
    /** What the app shows now. */
    codeOf: (secret: string) => appCode(secret, world.clock.now()),
    /** The app's next step begins; from here on there is half a minute of it. */
    nextStep: () => world.clock.advance(30_000 - (world.clock.now().getTime() % 30_000)),
  }
}
export type FactorWorld = Awaited<ReturnType<typeof factorWorld>>
