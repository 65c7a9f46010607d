import type { Handlers } from '../http/ctx.ts'

/** The stream itself is answered by the binder. */
export const liveRoutes = {
  livePoll: (ctx, { after }) => ctx.live.poll(ctx.user.id, Number(after)),
} satisfies Partial<Handlers>
