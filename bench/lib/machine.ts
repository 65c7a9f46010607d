import { cpus, loadavg, release, totalmem, type } from 'node:os'

export type Machine = {
  cpu: string
  cores: number
  memoryGb: number
  system: string
  node: string
  postgres: string
  at: string
}

export const machineFacts = (postgres: string): Machine => ({
  cpu: cpus()[0]?.model ?? 'unknown',
  cores: cpus().length,
  memoryGb: Math.round(totalmem() / 2 ** 30),
  system: `${type()} ${release()}`,
  node: process.version,
  postgres,
  at: new Date().toISOString(),
})

/** Processes that wanted a core during the last minute, on average. */
export const load = (): number => loadavg()[0] ?? 0

/** Said beside every figure that was taken while others used the machine; `null` when it was quiet before. */
export const noise = (loadBefore: number): string | null =>
  loadBefore > 0.5
    ? `The machine was not quiet: a load of ${loadBefore.toFixed(1)} on ${cpus().length} cores before the first run. Ratios hold better than absolute figures.`
    : null
