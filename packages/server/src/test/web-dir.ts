import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder as the build of the web application leaves it, with next to nothing in its files; the caller removes it. */
export const aWebDir = async (): Promise<string> => {
  const dir = await mkdtemp(join(tmpdir(), 'puente-web-'))
  await mkdir(join(dir, 'first'))
  await mkdir(join(dir, 'assets'))
  await mkdir(join(dir, 'developers'))
  const files = {
    'index.html': 'shell',
    'first/en.html': 'first en',
    'first/es.html': 'first es',
    'first/ko.html': 'first ko',
    'developers/index.html': 'developers',
    'developers/page.js': 'their code',
    'screens.json': JSON.stringify(['/', '/sign-in', '/home', '/movements/detail', '/settings/FAQS']),
    'assets/main-abc.js': 'code',
    'assets/main-abc.js.br': 'compressed code',
    'sw.js': 'worker',
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(dir, name), text)
  return dir
}
