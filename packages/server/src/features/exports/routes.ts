import type { Handlers, UserCtx } from '#platform/http/ctx.ts'
import { checkedBeforeProof } from '#platform/http/step-up.ts'
import { exportData, getExport, latestExport, requireNoneToday } from './export-data.ts'

export const exportsRoutes = {
  exportData: checkedBeforeProof(
    (ctx) => requireNoneToday(ctx, ctx.db),
    (ctx: UserCtx) => exportData(ctx),
  ),
  latestExport: (ctx) => latestExport(ctx),
  getExport,
} satisfies Partial<Handlers>
