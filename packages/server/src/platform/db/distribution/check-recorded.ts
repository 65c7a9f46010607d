/** The rules for statements, held against everything the tests ran: the product's own roles, the job queue's tables apart. */
import { glob, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { type Exception, exceptions } from './exempt.ts'
import { writtenIn } from './literals.ts'
import { type Places, productPlaces } from './places.ts'
import { brokenRules, type Rule } from './statement-check.ts'

const Recorded = z.array(z.object({ role: z.string(), text: z.string() }))
export type Recorded = z.output<typeof Recorded>

export type Trouble = { text: string; rules: Rule[] }
export type Verdict = { checked: number; troubles: Trouble[]; idle: string[] }

/** Roles that serve people. The others read as operators and checkers do, or change tables in migrations. */
const SERVING = new Set(['app', 'jobs'])

/** The job queue stays whole on the coordinator, like every local table; its library's statements are its own. */
const isOfQueue = (text: string): boolean => /\bgraphile_worker\b/.test(text)

/** A test that looks at a plan shows a statement again that is recorded where it is used. */
const isExplained = (text: string): boolean => /^explain\b/.test(text)

/** Where the parenthesis ends that opens before `from`. */
const endOf = (text: string, from: number): number => {
  let depth = 1
  let at = from
  for (; depth > 0 && at < text.length; at += 1) depth += text[at] === '(' ? 1 : text[at] === ')' ? -1 : 0
  return at - 1
}

/**
 * What one PostgreSQL gets as one statement, several machines get as separate ones (`writes.ts` and `write-batch.ts` of
 * the ledger): each is judged on its own.
 */
export const partsOf = (text: string): string[] => {
  const parts: string[] = []
  let at = 0
  for (let start = 'with w0 as ('; text.startsWith(start, at); start = `, w${parts.length} as (`) {
    const end = endOf(text, at + start.length)
    const part = text.slice(at + start.length, end)
    parts.push(part.replace(/ returning \S+$/, '').trim())
    at = end + 1
  }
  return parts.length > 0 ? parts : [text]
}

type Excuse = Exception & { covers: (text: string) => boolean }

export const judgeRecorded = (recorded: Recorded, excuses: readonly Excuse[], places: Places): Verdict => {
  const used = new Set<string>()
  const texts = [
    ...new Set(
      recorded.flatMap(({ role, text }) =>
        SERVING.has(role) && !isOfQueue(text) && !isExplained(text) ? partsOf(text) : [],
      ),
    ),
  ]
  const troubles = texts.flatMap((text): Trouble[] => {
    const rules = brokenRules(text, places).filter((rule) => {
      const excuse = excuses.find((one) => (one.rules?.includes(rule) ?? true) && one.covers(text))
      if (excuse) used.add(excuse.name)
      return !excuse
    })
    return rules.length === 0 ? [] : [{ text, rules }]
  })
  return { checked: texts.length, troubles, idle: excuses.flatMap(({ name }) => (used.has(name) ? [] : [name])) }
}

const readSources = async (root: string, patterns: readonly string[]): Promise<string[]> => {
  const sources: string[] = []
  for await (const file of glob(
    patterns.map((pattern) => pattern.replaceAll('/*', '/**/*')),
    { cwd: root },
  ))
    if (!file.includes('node_modules')) sources.push(await readFile(join(root, file), 'utf8'))
  return sources
}

const coverOf = async (root: string, { files = [], statements = [] }: Exception): Promise<Excuse['covers']> => {
  const isWritten = writtenIn(await readSources(root, files))
  return (text) => statements.includes(text) || isWritten(text)
}

/** Reads every record of `folder` and judges it. */
export const checkRecorded = async (root: string, folder: string): Promise<Verdict> => {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.json'))
  if (files.length === 0) throw new Error(`No statements are recorded in ${folder}`)
  const recorded: Recorded = []
  for (const file of files) recorded.push(...Recorded.parse(JSON.parse(await readFile(join(folder, file), 'utf8'))))
  const excuses: Excuse[] = []
  for (const exception of exceptions) excuses.push({ ...exception, covers: await coverOf(root, exception) })
  return judgeRecorded(recorded, excuses, productPlaces)
}
