import type { HandlersOf } from '../http/ctx.ts'

/** The stream itself is answered by the binder. */
export const liveRoutes: HandlersOf<'livePoll'> = {
  livePoll: (ctx, { after }) => ctx.live.poll(ctx.user.id, Number(after)),
}
