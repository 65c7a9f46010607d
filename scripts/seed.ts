/** Fills a new development state with the demo world, once; what was made is kept beside the database. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './install.mjs'
import { root } from './paths.ts'

export type DemoPerson = { email: string; about: string }
export type Demo = { password: string; people: DemoPerson[] }

/** Runs the server's `demo` command unless it has run on this state; production refuses it there. */
export const seedDemo = async (options: {
  stateDir: string
  env: Record<string, string>
  say(line: string): void
}): Promise<Demo> => {
  const made = join(options.stateDir, 'demo.json')
  if (!existsSync(made)) {
    if (process.env.NODE_ENV === 'production') return { password: '', people: [] }
    options.say('Creating the demo people and their history …')
    await run('node', [join(root, 'packages/server/src/demo.ts')], { env: options.env, quiet: true })
  }
  return JSON.parse(readFileSync(made, 'utf8')) as Demo
}
