import { glob, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { type PrivatelyUsed, requireVersions, VersionRefused } from './versions.ts'

const packages = fileURLToPath(new URL('../../../../../', import.meta.url))

test('the installed libraries are those whose private parts were read', () => {
  expect(() => requireVersions()).not.toThrow()
})

test.each(['pg', 'graphile-worker'] as const)('another version of %s refuses to start and says what to do', (other) => {
  const pinned: Record<PrivatelyUsed, string> = { pg: '8.23.1', 'graphile-worker': '0.18.0' }
  expect(() => requireVersions((library) => (library === other ? '99.0.0' : pinned[library]))).toThrow(VersionRefused)
  expect(() => requireVersions((library) => (library === other ? '99.0.0' : pinned[library]))).toThrow(
    `${other} 99.0.0 is installed, but Puente uses private parts of ${pinned[other]}: run npm ci`,
  )
})

test('every package asks for the versions that were read, and no other file names private tables of the queue', async () => {
  for (const name of ['server', 'ledger']) {
    const { dependencies } = JSON.parse(await readFile(`${packages}${name}/package.json`, 'utf8'))
    expect(() =>
      requireVersions((library) => dependencies[library] ?? (library === 'pg' ? '' : '0.18.0')),
    ).not.toThrow()
  }
  const naming: string[] = []
  for await (const file of glob('{server,ledger}/src/**/*.ts', { cwd: packages }))
    if (
      !/\.test\.ts$|\/src\/test\/|schema\.gen\.ts$/.test(file) &&
      (await readFile(`${packages}${file}`, 'utf8')).includes('_private_')
    )
      naming.push(file)
  expect(naming).toEqual(['server/src/platform/db/private/graphile-tables.ts'])
})
