/*
 * What both entry scripts do first, on whatever Node the machine has (18 or newer) and with nothing installed: install
 * the locked dependencies when they are missing or out of date, and go on with the Node 24 that came with them.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))
const bin = join(root, 'node_modules', '.bin')

const sha256 = (path) => createHash('sha256').update(readFileSync(path)).digest('hex')

/** Runs a command to its end; `quiet` keeps what it prints until it fails. */
export const run = (command, args, { cwd = root, quiet = false, env = {} } = {}) =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    })
    let said = ''
    child.stdout?.on('data', (chunk) => (said += chunk))
    child.stderr?.on('data', (chunk) => (said += chunk))
    child.on('error', reject)
    child.on('close', (code) =>
      code === 0 ? resolve(said) : reject(new Error(`${command} ${args.join(' ')} ended with ${code}\n${said}`)),
    )
  })

/** Says every few seconds that a silent step still goes on. */
export const withProgress = async (title, work) => {
  const startedAt = Date.now()
  const seconds = () => Math.round((Date.now() - startedAt) / 1000)
  process.stdout.write(`${title} …\n`)
  const timer = setInterval(() => process.stdout.write(`  still going, ${seconds()} s\n`), 10_000)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}

/** `npm ci` in a folder unless its lock is the one that was installed last; the marker tells. */
export const installLocked = async (folder, title) => {
  const lock = join(folder, 'package-lock.json')
  const marker = join(folder, 'node_modules', '.installed-lock')
  const wanted = sha256(lock)
  if (existsSync(marker) && readFileSync(marker, 'utf8') === wanted) return
  await withProgress(`Installing ${title}`, () =>
    run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, quiet: true }),
  )
  writeFileSync(marker, wanted)
}

const isNewEnough = () => {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  return major > 22 || (major === 22 && minor >= 18)
}

/** Installs what is missing, then runs a TypeScript file of `scripts/` on Node 24 and ends as it ends. */
export const goOnWith = async (script) => {
  try {
    await installLocked(root, 'dependencies (once, about a minute)')
  } catch (error) {
    process.stderr.write(`\nThe dependencies could not be installed.\n${error.message}\n`)
    process.exit(1)
  }
  if (!existsSync(join(bin, 'node')) && !isNewEnough()) {
    process.stderr.write(
      'No Node 24 comes with the dependencies on this platform; install Node 22.18 or newer and try again.\n',
    )
    process.exit(1)
  }
  const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH ?? ''}` }
  // The name is looked up in the new PATH: the running Node may be too old for TypeScript.
  const child = spawn('node', [join(root, 'scripts', script), ...process.argv.slice(2)], {
    cwd: root,
    env,
    stdio: 'inherit',
  })
  // Ctrl-C reaches the child too; this process only waits for it to stop in order.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => signal === 'SIGTERM' && child.kill(signal))
  child.on('close', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
}
