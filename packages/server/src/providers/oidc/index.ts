import type { Config } from '#platform/config.ts'
import { createBreaker } from '../breaker.ts'
import { ProviderError } from '../types.ts'
import { createIssuer } from './issuer.ts'
import type { SocialLogin, SocialProviderId } from './port.ts'

/** Where an issuer sends people back to; registered there. */
const returnAddress = (publicUrl: string, id: SocialProviderId): string => `${publicUrl}/api/auth/social/${id}/callback`

/** The same, asked nothing for a while once it no longer answers: nobody waits for what will not come. */
const withBreaker = (login: SocialLogin): SocialLogin => {
  const breaker = createBreaker()
  return {
    ...login,
    begin: async (...asked) => {
      const admitted = breaker.enter()
      if ('waitMs' in admitted)
        throw new ProviderError('unavailable', 'the issuer has not answered for a while', {
          retryAfterMs: admitted.waitMs,
        })
      try {
        return await breaker.call(() => login.begin(...asked))
      } finally {
        admitted.leave()
      }
    },
    finish: (...asked) => breaker.call(() => login.finish(...asked)),
  }
}

/** The services people may come from, in the order of their buttons. */
export const socialLoginsOf = ({ oidc, publicUrl }: Pick<Config, 'oidc' | 'publicUrl'>): SocialLogin[] =>
  oidc.map((settings) => withBreaker(createIssuer(settings, returnAddress(publicUrl, settings.id))))
