/** Runs checks one after another, says how long each took, and keeps going so that one run shows all that is wrong. */
import { spawn } from 'node:child_process'
import { root } from './paths.ts'

export type Step = { name: string; command: string; args: string[]; env?: Record<string, string> }

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

/** @returns the names of the steps that failed; what they printed has been shown */
export const runSteps = async (steps: readonly Step[]): Promise<string[]> => {
  const failed: string[] = []
  for (const step of steps) {
    const startedAt = Date.now()
    process.stdout.write(`${step.name} … `)
    const { code, said } = await execute(step)
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(1)
    process.stdout.write(`${code === 0 ? 'ok' : `FAILED (${code})`}, ${seconds} s\n`)
    if (code === 0) continue
    failed.push(step.name)
    process.stdout.write(`${said.trimEnd()}\n`)
  }
  return failed
}
