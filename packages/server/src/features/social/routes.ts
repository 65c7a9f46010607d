import type { Handlers } from '#platform/http/ctx.ts'
import { confirmSocialLink } from './confirm-social-link.ts'
import { linkSocial, listSocial, proveSocial } from './own-identities.ts'
import { socialProviders } from './providers.ts'
import { setDefault } from './set-default.ts'
import { setPassword } from './set-password.ts'
import { startSocial } from './start-social.ts'
import { unlinkSocial } from './unlink-social.ts'

export const socialRoutes = {
  socialProviders,
  startSocial,
  confirmSocialLink,
  setDefault,
  listSocial,
  linkSocial,
  unlinkSocial,
  proveSocial,
  setPassword,
} satisfies Partial<Handlers>
