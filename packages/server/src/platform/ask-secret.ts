/** Asks for a secret without showing it; from a pipe it is the first line. Secrets never come as arguments: `ps` tells those. */
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })

export const askSecret = async (question: string): Promise<string> => {
  process.stderr.write(question)
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: process.stdin.isTTY })
  try {
    for await (const line of lines) return line.trim()
    return ''
  } finally {
    lines.close()
    process.stderr.write('\n')
  }
}
