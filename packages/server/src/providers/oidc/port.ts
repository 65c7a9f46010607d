/** Social login: another service says who a person is, over OpenID Connect. */

/** The services a person may come from, as paths, tables and screens name them. */
export const SOCIAL_PROVIDERS = ['google', 'apple', 'other'] as const
export type SocialProviderId = (typeof SOCIAL_PROVIDERS)[number]

/** What binds an answer to the question: made for one sign-in and known to nobody else but the issuer. */
export type SocialSecrets = { state: string; nonce: string; verifier: string }

/** Who the issuer says it is. The pair of issuer and subject never changes; all else may. */
export type SocialPerson = {
  issuer: string
  subject: string
  email: string | null
  /** The issuer has made sure that the address is this person's. */
  emailVerified: boolean
  name: string | null
}

/** What came to our return address, from query or form. */
export type SocialReturn = Readonly<Record<string, string>>

export interface SocialLogin {
  id: SocialProviderId
  /** As the buttons name it. */
  name: string
  /**
   * Where to send the browser. With `fresh` the person has to prove themselves to the issuer again, and `finish` checks
   * that they did. Throws `ProviderError`.
   */
  begin(secrets: SocialSecrets, options: { fresh: boolean; language: string }): Promise<string>
  /**
   * Exchanges the code and checks issuer, audience, nonce, signature and times of what it brings. Throws `ProviderError`:
   * `declined` when the person or the issuer said no, `invalid` for an answer that must not be believed.
   */
  finish(answer: SocialReturn, secrets: SocialSecrets, options: { fresh: boolean }): Promise<SocialPerson>
}
