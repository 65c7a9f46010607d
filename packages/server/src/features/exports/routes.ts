import type { Input } from '@puente/contract'
import type { Handlers, UserCtx } from '#platform/http/ctx.ts'
import { checkedBeforeProof, type StepUpCtx } from '#platform/http/step-up.ts'
import { exportData, getExport, latestExport, requireExport, requireNoneToday } from './export-data.ts'

export const exportsRoutes = {
  exportData: checkedBeforeProof(
    (ctx) => requireNoneToday(ctx, ctx.db),
    (ctx: UserCtx) => exportData(ctx),
  ),
  latestExport: (ctx) => latestExport(ctx),
  getExport: checkedBeforeProof(async (ctx: StepUpCtx, asked: Input<'getExport'>) => {
    await requireExport(ctx, asked)
  }, getExport),
} satisfies Partial<Handlers>
