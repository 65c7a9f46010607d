/** Runs checks, says how long each took, and keeps going so that one run shows all that is wrong. */
import { spawn } from 'node:child_process'
import { root } from './paths.ts'

export type Step = {
  name: string
  command: string
  args: string[]
  env?: Record<string, string>
  /** Shows what it printed when all is well, too. */
  shows?: boolean
}

/** What became of a step. */
export type Outcome = { name: string; seconds: number; failed: boolean }

const execute = ({ command, args, env }: Step): Promise<{ code: number; said: string }> =>
  new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let said = ''
    const keep = (chunk: Buffer) => (said += chunk.toString())
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.on('error', (error) => resolve({ code: 127, said: `${said}${error.message}` }))
    child.on('close', (code) => resolve({ code: code ?? 1, said }))
  })

/** Times `work` as a step of its own. Steps may run side by side, so that each line stands for itself. */
export const timed = async (
  name: string,
  work: () => Promise<{ code: number; said: string }>,
  shows = false,
): Promise<Outcome> => {
  const startedAt = Date.now()
  process.stdout.write(`${name} …\n`)
  const { code, said } = await work()
  const seconds = (Date.now() - startedAt) / 1000
  process.stdout.write(`${name}: ${code === 0 ? 'ok' : `FAILED (${code})`}, ${seconds.toFixed(1)} s\n`)
  if (code !== 0 || shows) process.stdout.write(`${said.trimEnd()}\n`)
  return { name, seconds, failed: code !== 0 }
}

/** @returns what became of each step, in their order; what the failed ones printed has been shown */
export const performSteps = async (steps: readonly Step[]): Promise<Outcome[]> => {
  const outcomes: Outcome[] = []
  for (const step of steps) outcomes.push(await timed(step.name, () => execute(step), step.shows))
  return outcomes
}

/** Lanes run side by side, the steps of each one after another. @returns what became of each step, lane by lane */
export const performLanes = async (lanes: readonly (readonly Step[])[]): Promise<Outcome[]> =>
  (await Promise.all(lanes.map(performSteps))).flat()

/** @returns the names of those that failed */
export const failedOf = (outcomes: readonly Outcome[]): string[] =>
  outcomes.filter(({ failed }) => failed).map(({ name }) => name)

/** @returns the names of the steps that failed; what they printed has been shown */
export const runSteps = async (steps: readonly Step[]): Promise<string[]> => failedOf(await performSteps(steps))
