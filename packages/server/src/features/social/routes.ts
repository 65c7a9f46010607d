import type { Input } from '@puente/contract'
import type { Handlers } from '#platform/http/ctx.ts'
import { checkedBeforeProof, type StepUpCtx } from '#platform/http/step-up.ts'
import { requireProvider } from './begin-flow.ts'
import { confirmSocialLink } from './confirm-social-link.ts'
import { linkSocial, listSocial, proveSocial } from './own-identities.ts'
import { socialProviders } from './providers.ts'
import { setDefault } from './set-default.ts'
import { setPassword } from './set-password.ts'
import { startSocial } from './start-social.ts'
import { requireUnlinkable, unlinkSocial } from './unlink-social.ts'

export const socialRoutes = {
  socialProviders,
  startSocial,
  confirmSocialLink,
  setDefault,
  listSocial,
  linkSocial: checkedBeforeProof(async (ctx: StepUpCtx, { provider }: Input<'linkSocial'>) => {
    requireProvider(ctx, provider)
  }, linkSocial),
  unlinkSocial: checkedBeforeProof(requireUnlinkable, unlinkSocial),
  proveSocial,
  setPassword,
} satisfies Partial<Handlers>
