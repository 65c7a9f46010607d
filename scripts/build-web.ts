/** Builds the screens unless nothing that goes into them has changed since the last build. */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from './paths.ts'

const INPUTS = ['packages/web', 'packages/ui', 'packages/contract', 'package-lock.json']
const LEFT_OUT = /(^|\/)(node_modules|dist|[^/]+\.test\.tsx?)(\/|$)/

const filesBelow = (path: string): string[] => {
  if (LEFT_OUT.test(relative(root, path))) return []
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path)
    .toSorted()
    .flatMap((name) => filesBelow(join(path, name)))
}

const hashOfInputs = (): string => {
  const hash = createHash('sha256').update(process.env.PUENTE_SPLASH_MS ?? '')
  for (const file of INPUTS.flatMap((input) => filesBelow(join(root, input)))) {
    hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

/** @returns the folder of the built screens */
export const buildWeb = async (say: (line: string) => void): Promise<string> => {
  const dist = join(root, 'packages/web/dist')
  const marker = join(dist, '.built-from')
  const wanted = hashOfInputs()
  if (existsSync(marker) && readFileSync(marker, 'utf8') === wanted) return dist
  say('Building the app …')
  await new Promise<void>((resolve, reject) => {
    const child = spawn('npm', ['run', 'build', '-w', '@puente/web', '--silent'], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let said = ''
    const keep = (chunk: Buffer) => (said += chunk.toString())
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.on('error', reject)
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(`the screens could not be built\n${said}`))))
  })
  writeFileSync(marker, wanted)
  return dist
}
