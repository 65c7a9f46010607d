import type { PublicCtx } from '#platform/http/ctx.ts'
import type { SocialPerson } from '#providers/oidc/port.ts'
import type { Flow } from './flows-store.ts'

/** What became of the issuer's answer, for the browser that brought it. */
export type Returned = { ctx: PublicCtx; flow: Flow; browser: string; person: SocialPerson; claim: string }
