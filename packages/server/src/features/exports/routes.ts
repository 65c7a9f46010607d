import type { Handlers } from '#platform/http/ctx.ts'
import { exportData, getExport, latestExport } from './export-data.ts'

export const exportsRoutes = {
  exportData: (ctx) => exportData(ctx),
  latestExport: (ctx) => latestExport(ctx),
  getExport,
} satisfies Partial<Handlers>
