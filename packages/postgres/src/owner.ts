/**
 * One Node process at a time owns a data folder. PostgreSQL's own lock keeps two servers apart, but not two launchers that
 * would each stop the other's server, so the owner is written down, and a later launcher refuses while it lives.
 *
 * Taking over from a dead owner must not race: deleting its file and writing a new one lets two launchers do both. So
 * nothing is taken over in place. Each claim makes the next numbered file, which only one process can, and the highest
 * number is the owner. The highest file is never removed (giving back marks it instead), so numbers never start again, and a
 * slow launcher that makes a number already passed sees the higher one and withdraws.
 */

import { randomBytes } from 'node:crypto'
import { link, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf, PostgresFailed } from './failed.ts'
import { writePrivately } from './files.ts'
import { identify, isAlive, type ProcessIdentity } from './processes.ts'

/** Passed files are kept for a while, so that a listing made during several claims cannot miss all of them. */
const keptFiles = 8
const attempts = 20

const fileOf = (folder: string, number: number): string => join(folder, `owner-${number}.json`)

const listNumbers = async (folder: string): Promise<number[]> =>
  (await readdir(folder)).map((name) => Number(/^owner-(\d+)\.json$/.exec(name)?.[1] ?? 0))

const findHighest = async (folder: string): Promise<number> => Math.max(0, ...(await listNumbers(folder)))

/** Undefined for a file that was given back, is gone, or was spoilt by a power cut: its process lives no more. */
const readIdentity = async (path: string): Promise<ProcessIdentity | undefined> => {
  try {
    const found: unknown = JSON.parse(await readFile(path, 'utf8'))
    if (typeof found !== 'object' || found === null || !('pid' in found) || !('start' in found)) return undefined
    return typeof found.pid === 'number' && typeof found.start === 'string'
      ? { pid: found.pid, start: found.start }
      : undefined
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || error instanceof SyntaxError) return undefined
    throw error
  }
}

/** The living owner of the folder, if there is one. */
export const findOwner = async (folder: string): Promise<ProcessIdentity | undefined> => {
  const owner = await readIdentity(fileOf(folder, await findHighest(folder)))
  return owner && isAlive(owner) ? owner : undefined
}

const restoreOwner = (path: string): Promise<void> =>
  writePrivately(path, '{"released":true}').catch((error: unknown) => {
    if (codeOf(error) !== 'ENOENT') throw error // the whole folder was removed meanwhile; nothing is left to own
  })

/**
 * Claims what `folder` stands for and answers how to give it back. Throws PostgresFailed, naming `subject` and the owner,
 * while another claim is held by a living process, this one included.
 */
export const claim = async (folder: string, subject: string): Promise<() => Promise<void>> => {
  await mkdir(folder, { recursive: true })
  const self = identify(process.pid) ?? { pid: process.pid, start: 'unknown' }
  const draft = join(folder, `draft-${process.pid}-${randomBytes(4).toString('hex')}`)
  await writeFile(draft, JSON.stringify(self), { flag: 'wx' })
  try {
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const highest = await findHighest(folder)
      const owner = await readIdentity(fileOf(folder, highest))
      if (owner && isAlive(owner)) {
        throw new PostgresFailed(
          `${subject} is in use by process ${owner.pid}, which is running. Stop it first, or use another state folder.`,
        )
      }
      const mine = fileOf(folder, highest + 1)
      try {
        await link(draft, mine) // fails if it exists, and appears with its content, so half an owner is never read
      } catch (error) {
        if (codeOf(error) === 'EEXIST') continue
        throw error
      }
      if ((await findHighest(folder)) === highest + 1) {
        const passed = (await listNumbers(folder)).filter((number) => number > 0 && number <= highest - keptFiles)
        await Promise.all(passed.map((number) => rm(fileOf(folder, number), { force: true })))
        return () => restoreOwner(mine)
      }
      await rm(mine, { force: true })
    }
  } finally {
    await rm(draft, { force: true })
  }
  throw new PostgresFailed(`${subject} is being claimed by several processes at once.`)
}
