/** Child processes of the product: out of reach of the terminal's Ctrl-C, so that they stop in our order. */
import { type ChildProcess, spawn } from 'node:child_process'

export type Child = { name: string; process: ChildProcess; stop(graceMs: number): Promise<void> }

const ended = (child: ChildProcess): Promise<void> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise((resolve) => child.once('exit', () => resolve()))

/**
 * Starts a TypeScript file in its own process group.
 * @param onUnexpectedExit called when it ends without having been told to
 */
export const startChild = (
  name: string,
  file: string,
  options: {
    env: Record<string, string>
    nodeArgs?: readonly string[]
    args?: string[]
    onUnexpectedExit: (name: string, code: number | null) => void
  },
): Child => {
  const child = spawn('node', [...(options.nodeArgs ?? []), file, ...(options.args ?? [])], {
    env: { ...process.env, ...options.env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    detached: true,
  })
  let told = false
  child.on('exit', (code) => {
    if (!told) options.onUnexpectedExit(name, code)
  })
  return {
    name,
    process: child,
    stop: async (graceMs) => {
      told = true
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGTERM')
      const timer = setTimeout(() => child.kill('SIGKILL'), graceMs)
      await ended(child)
      clearTimeout(timer)
    },
  }
}

/** Resolves when the child says `ready` over its channel; rejects when it ends before, or takes too long. */
export const whenReady = (child: Child, timeoutMs: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${child.name} was not ready after ${timeoutMs} ms`)), timeoutMs)
    child.process.on('message', (message) => {
      if (message !== 'ready') return
      clearTimeout(timer)
      resolve()
    })
    child.process.once('exit', (code) => {
      clearTimeout(timer)
      reject(new Error(`${child.name} ended with ${code} before it was ready`))
    })
  })

/** Resolves when an address answers at all: for processes that cannot speak to us themselves. */
export const whenAnswering = async (url: string, timeoutMs: number): Promise<void> => {
  const until = Date.now() + timeoutMs
  while (Date.now() < until) {
    const answers = await fetch(url).then(
      () => true,
      () => false,
    )
    if (answers) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error(`${url} did not answer within ${timeoutMs} ms`)
}
