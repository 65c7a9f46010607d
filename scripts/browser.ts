/** The system's Chromium and a Korean font: what the journeys and the pictures need and npm cannot bring. */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { run, withProgress } from './install.mjs'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

const inPath = (name: string): string | null => {
  const found = (process.env.PATH ?? '').split(':').map((folder) => `${folder}/${name}`)
  return found.find((path) => existsSync(path)) ?? null
}

/** Where Chromium is: `CHROMIUM_PATH`, or what PATH holds; null when there is none. */
export const findChromium = (): string | null =>
  process.env.CHROMIUM_PATH ?? NAMES.map(inPath).find((path) => path !== null) ?? null

const hasKoreanFont = (): boolean => {
  try {
    return execFileSync('fc-list', [':lang=ko', 'family'], { encoding: 'utf8' }).trim() !== ''
  } catch {
    return false
  }
}

/**
 * Finds the browser; installs Debian's packages first when they are missing and this process may.
 * @throws with a sentence to follow when it may not
 */
export const requireBrowser = async (): Promise<string> => {
  const missing = [
    ...(findChromium() ? [] : ['chromium']),
    ...(hasKoreanFont() ? [] : ['fonts-noto-cjk', 'fontconfig']),
  ]
  if (missing.length > 0) {
    const isRoot = process.getuid?.() === 0
    if (!isRoot || !inPath('apt-get')) {
      throw new Error(
        `The tests need ${missing.join(' and ')}. Install them, on Debian: sudo apt-get install ${missing.join(' ')}`,
      )
    }
    await withProgress(`Installing ${missing.join(', ')}`, async () => {
      await run('apt-get', ['update', '-qq'], { quiet: true })
      await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...missing], {
        quiet: true,
        env: { DEBIAN_FRONTEND: 'noninteractive' },
      })
    })
  }
  const path = findChromium()
  if (!path) throw new Error('Chromium was installed but cannot be found; name it in CHROMIUM_PATH')
  return path
}
