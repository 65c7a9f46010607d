/**
 * Compresses what is built once and as well as it goes, `<file>.br` beside each file: a server that compresses at every request
 * cannot take that time. It hands these to browsers that know them (all in use do, over HTTPS).
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { Plugin, ResolvedConfig } from 'vite'

/** Below this, what the answer's headers cost is more than what is saved. */
const LEAST_BYTES = 1024

export const compressedPlugin = (): Plugin => {
  let config: ResolvedConfig
  return {
    name: 'puente-compressed',
    apply: 'build',
    configResolved: (resolved) => {
      config = resolved
    },
    // After the service worker, which is a file like the others.
    closeBundle: {
      sequential: true,
      order: 'post',
      handler() {
        const out = join(config.root, config.build.outDir)
        for (const name of globSync(['assets/*.{js,css}', 'developers/*.{js,css,json}', '*.js'], { cwd: out })) {
          const file = join(out, name)
          const source = readFileSync(file)
          if (source.length >= LEAST_BYTES) writeFileSync(`${file}.br`, brotliCompressSync(source))
        }
      },
    },
  }
}
