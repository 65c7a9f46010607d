/** A thread that sets papers. The compiler and its fonts take sixty megabytes, and only a process that makes papers loads them. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { parentPort } from 'node:worker_threads'
import { encode } from 'uqr'
import type { PaperCheck, PaperContent } from './paper.ts'
import { missingOf, printablePaper } from './printable-rules.ts'

/** What we use of the compiler. */
type Typst = {
  NodeCompiler: {
    create(options: { fontArgs: { fontBlobs: Buffer[] }[] }): {
      compile(source: { mainFileContent: string; inputs: Record<string, string> }): { result: object | null }
      pdf(document: object, options: { pdfStandard: 'ua-1'; creationTimestamp: number }): Buffer
      evictCache(maxAge: number): void
    }
  }
}

export type PaperOrder = { content: PaperContent; check: PaperCheck; at: Date }
export type PaperMade = { bytes: Uint8Array } | { failed: string }

const require = createRequire(import.meta.url)
// The native part by itself. The package that picks one by the machine lists parts which are not published in this version.
const { NodeCompiler } = require('@myriaddreamin/typst-ts-node-compiler-linux-x64-gnu') as Typst

const compiler = NodeCompiler.create({
  fontArgs: [
    {
      fontBlobs: [
        readFileSync(require.resolve('@expo-google-fonts/noto-sans-kr/400Regular/NotoSansKR_400Regular.ttf')),
        readFileSync(require.resolve('@expo-google-fonts/noto-sans-kr/700Bold/NotoSansKR_700Bold.ttf')),
      ],
    },
  ],
})
const layout = readFileSync(new URL('paper.typ', import.meta.url), 'utf8')

/** Each round finds the characters of a text that no typeface has, by the compiler's own word; a text has few kinds of them. */
const ROUNDS = 12
/** Found so far, for the next papers. */
const missing = new Set<string>()

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const qrRows = (text: string): string[] =>
  encode(text, { ecc: 'M', border: 0 }).data.map((row) => row.map((isDark) => (isDark ? '1' : '0')).join(''))

const render = ({ content, check, at }: PaperOrder): Uint8Array => {
  const { url, emoji } = check
  const substitutes = { emoji, missing }
  // The address stays as it is: a place to break at would be copied with it.
  const paper = {
    ...printablePaper(content, substitutes),
    check: { ...printablePaper(check, substitutes), url },
    qr: qrRows(url),
  }
  const { result } = compiler.compile({ mainFileContent: layout, inputs: { paper: JSON.stringify(paper) } })
  if (!result) throw new Error('the layout does not compile')
  return compiler.pdf(result, { pdfStandard: 'ua-1', creationTimestamp: Math.floor(at.getTime() / 1000) })
}

const make = (order: PaperOrder): Uint8Array => {
  for (let round = 1; ; round += 1) {
    try {
      return render(order)
    } catch (error) {
      const found = missingOf(messageOf(error)).filter((character) => !missing.has(character))
      if (found.length === 0 || round === ROUNDS) throw error
      for (const character of found) missing.add(character)
    }
  }
}

parentPort?.on('message', (order: PaperOrder) => {
  try {
    const bytes = Uint8Array.from(make(order))
    parentPort?.postMessage({ bytes } satisfies PaperMade, [bytes.buffer])
  } catch (error) {
    parentPort?.postMessage({ failed: messageOf(error) } satisfies PaperMade)
  } finally {
    // What a paper was set from is of no use to the next one, and is somebody's.
    compiler.evictCache(0)
  }
})
