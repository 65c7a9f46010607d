import type { Point } from '#platform/failpoints.ts'
import type { TestApp } from './app.ts'

/**
 * The first process that comes to a point goes no further, as if its power were cut: what it holds, such as a lease, stays until
 * it runs out. Resolves when it is there.
 */
export const dieAt = ({ services }: TestApp, point: Point): Promise<void> => {
  const { failpoint } = services
  return new Promise((resolve) => {
    services.failpoint = async (here) => {
      if (here !== point) return
      services.failpoint = failpoint
      resolve()
      await new Promise(() => {})
    }
  })
}
