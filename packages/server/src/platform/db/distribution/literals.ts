/**
 * Whether a recorded statement is written in a given source file. Files are read for their texts, not run; what is put
 * together with `${...}` matches whatever stood there, and constants match the parameters they were recorded as.
 */
import { tokensOf } from './tokens.ts'

const HOLE = 'puente_hole'

const SKIPPED = /\/\/[^\n]*|\/\*[\s\S]*?\*\//y
const QUOTED = /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"/y

const matchAt = (pattern: RegExp, source: string, at: number): RegExpExecArray | null => {
  pattern.lastIndex = at
  return pattern.exec(source)
}

/** Walks over code until `stop` closes it and hands every text to `found`; answers where that was. */
const walkCode = (source: string, from: number, stop: '}' | null, found: (text: string) => void): number => {
  for (let at = from, depth = 0; at < source.length;) {
    const skipped = matchAt(SKIPPED, source, at)?.[0].length ?? 0
    const quoted = skipped > 0 ? null : matchAt(QUOTED, source, at)
    if (quoted) found(quoted[1] ?? quoted[2] ?? '')
    const sign = source[at]
    if (skipped > 0) at += skipped
    else if (quoted) at += quoted[0].length
    else if (sign === '`') at = walkTemplate(source, at + 1, found)
    else {
      at += 1
      if (sign === '{') depth += 1
      if (sign === '}' && stop !== null && depth === 0) return at
      if (sign === '}') depth -= 1
    }
  }
  return source.length
}

/** A template's text with its holes marked; a template inside a hole is reported separately. */
const walkTemplate = (source: string, from: number, found: (text: string) => void): number => {
  let text = ''
  for (let at = from; at < source.length;) {
    if (source[at] === '`') {
      found(text)
      return at + 1
    }
    if (source.startsWith('${', at)) {
      text += ` ${HOLE} `
      at = walkCode(source, at + 2, '}', found)
      continue
    }
    const length = source[at] === '\\' ? 2 : 1
    text += source.slice(at, at + length)
    at += length
  }
  return source.length
}

const textsOf = (source: string): string[] => {
  const texts: string[] = []
  walkCode(source, 0, null, (text) => texts.push(text))
  return texts
}

const SQL = /^\s*(--[^\n]*\s*)*(select|with|insert|update|delete|merge|set|do|lock|listen)\b/i

// What is extracted from a moment is recorded as a value, too.
const VALUES = new Set(['null', 'true', 'false', 'epoch'])

/** A statement as words: every value is the same. `isShort`: a row of them as one, as the server records a list. */
const shapeOf = (text: string, isShort: boolean): string[] => {
  const shape: string[] = []
  for (const { kind, text: word } of tokensOf(text)) {
    const isValue = kind === 'param' || kind === 'constant' || VALUES.has(word)
    if (isShort && isValue && shape.at(-1) === ',' && shape.at(-2) === '?') shape.pop()
    else if (word !== ';') shape.push(isValue ? '?' : word)
  }
  return shape
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)

const matcherOf = (texts: readonly string[], isShort: boolean): ((statement: string) => boolean) => {
  const plain = new Set<string>()
  const open: RegExp[] = []
  for (const text of texts) {
    const shape = shapeOf(text, isShort)
    if (!shape.includes(HOLE)) plain.add(shape.join(' '))
    // A statement that is all hole would match everything.
    else if (shape.length > 4)
      open.push(new RegExp(`^${shape.map((word) => (word === HOLE ? '.*' : escaped(word))).join(' ?')}( limit \\?)?$`))
  }
  return (statement) => {
    const shape = shapeOf(statement, isShort).join(' ')
    // Sampling statements appends the limit to the recorded text.
    return plain.has(shape) || plain.has(shape.replace(/ limit \?$/, '')) || open.some((one) => one.test(shape))
  }
}

/** Tests a recorded statement against all statements of these sources. */
export const writtenIn = (sources: readonly string[]): ((statement: string) => boolean) => {
  const texts = sources.flatMap(textsOf).filter((text) => SQL.test(text))
  const [whole, short] = [matcherOf(texts, false), matcherOf(texts, true)]
  return (statement) => whole(statement) || short(statement)
}
