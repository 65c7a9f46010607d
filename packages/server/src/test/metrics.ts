import { buildInternal } from '#platform/internal.ts'
import type { TestApp } from './app.ts'

/** What the internal port tells of the process, as text. */
export const metricsOf = async ({ services }: TestApp): Promise<string> => {
  const internal = buildInternal({ probes: [], metrics: services.metrics, openapi: async () => '' })
  return (await internal.inject('/metrics')).body
}
