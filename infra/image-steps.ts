/** Reads a Dockerfile and .dockerignore, as far as ours go; anything else is an error, so that no step is passed over. */
import { matchesGlob } from 'node:path'

export type Step =
  | { does: 'WORKDIR' | 'RUN' | 'USER'; text: string }
  | { does: 'ENV'; values: Record<string, string> }
  | { does: 'COPY'; from: string | null; sources: string[]; to: string }
export type Stage = { name: string; base: string; steps: Step[] }
export type Image = { stages: Stage[]; command: string[]; health: string[] }

const instructionsOf = (text: string): string[] =>
  text
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .join('\n')
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

const stepOf = (does: string, text: string): Step => {
  if (does === 'WORKDIR' || does === 'RUN' || does === 'USER') return { does, text }
  if (does === 'ENV') {
    const pairs = text.split(/\s+/).map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)])
    return { does, values: Object.fromEntries(pairs) as Record<string, string> }
  }
  if (does === 'COPY') {
    const words = text.split(/\s+/)
    const from = words[0]?.startsWith('--from=') ? (words.shift() ?? '').slice('--from='.length) : null
    return { does, from, to: words.pop() ?? '', sources: words }
  }
  throw new Error(`${does} ${text}: not understood here`)
}

/** The stages of a Dockerfile in their order, and what the last one starts. */
export const readDockerfile = (text: string): Image => {
  const image: Image = { stages: [], command: [], health: [] }
  for (const line of instructionsOf(text)) {
    const [, does = '', rest = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? []
    if (does === 'FROM') {
      const [base = '', , name = `stage ${image.stages.length}`] = rest.split(/\s+/)
      image.stages.push({ name, base, steps: [] })
    } else if (does === 'CMD') image.command = JSON.parse(rest) as string[]
    else if (does === 'HEALTHCHECK') image.health = JSON.parse(rest.slice(rest.indexOf('CMD') + 3)) as string[]
    else if (does !== 'EXPOSE') image.stages.at(-1)?.steps.push(stepOf(does, rest))
  }
  return image
}

/** Which of these paths a .dockerignore lets into the build: the last line that names a path or a folder above it decides. */
export const contextOf = (ignore: string, paths: readonly string[]): string[] => {
  const rules = ignore.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  const isLeftOut = (path: string): boolean => {
    const parts = path.split('/')
    const above = parts.map((_part, index) => parts.slice(0, index + 1).join('/'))
    return rules.reduce((out, rule) => {
      const pattern = rule.replace(/^!/, '')
      return above.some((one) => pattern === '*' || matchesGlob(one, pattern)) ? !rule.startsWith('!') : out
    }, false)
  }
  return paths.filter((path) => !isLeftOut(path))
}
