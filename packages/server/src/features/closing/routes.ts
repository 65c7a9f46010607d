import type { Handlers, UserCtx } from '#platform/http/ctx.ts'
import { checkedBeforeProof } from '#platform/http/step-up.ts'
import { checkClosing, requireClosable } from './check-closing.ts'
import { closeAccount } from './close-account.ts'

export const closingRoutes = {
  checkClosing: (ctx) => checkClosing(ctx),
  closeAccount: checkedBeforeProof(requireClosable, (ctx: UserCtx) => closeAccount(ctx)),
} satisfies Partial<Handlers>
