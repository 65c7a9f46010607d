import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { createLog } from './log.ts'
import { closeInOrder } from './shutdown.ts'

test('parts close one after another, and one that fails or hangs does not keep the others open', async () => {
  const closed: string[] = []
  const lines: string[] = []
  const log = createLog({ level: 'warn', write: (line) => lines.push(line) })
  const step = (name: string, work: () => Promise<unknown> = async () => {}) => ({
    name,
    close: async () => {
      closed.push(name)
      await work()
    },
    withinMs: 50,
  })
  await closeInOrder(
    [
      step('http'),
      step('streams', () => Promise.reject(new Error('broken'))),
      step('worker', () => new Promise(() => {})),
      {
        name: 'sync',
        close: () => {
          throw new Error('at once')
        },
      },
      step('database'),
    ],
    log,
  )
  expect(closed).toEqual(['http', 'streams', 'worker', 'database'])
  expect(lines.map((line) => (JSON.parse(line) as { component: string }).component)).toEqual([
    'streams',
    'worker',
    'sync',
  ])
})

test('a process that is asked to end drains first, closes its parts and ends without an error', async () => {
  const program = `
    import { createDrain } from ${JSON.stringify(new URL('drain.ts', import.meta.url).href)}
    import { closeOnSignals } from ${JSON.stringify(new URL('shutdown.ts', import.meta.url).href)}
    import { createLog } from ${JSON.stringify(new URL('log.ts', import.meta.url).href)}
    const open = setInterval(() => {}, 1000)
    const steps = ['http', 'database'].map((name) => ({ name, close: async () => process.stdout.write(name + ' closed\\n') }))
    const drain = createDrain(50)
    const begin = () => {
      const drained = drain.begin()
      process.stdout.write(drain.probe.look() + '\\n')
      return drained
    }
    closeOnSignals([...steps, { name: 'timer', close: async () => clearInterval(open) }], createLog({ level: 'silent' }), { ms: drain.ms, begin })
    process.stdout.write('up\\n')`
  const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString()
    if (said === 'up\n') child.kill('SIGTERM')
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  expect([code, said]).toEqual([0, 'up\nstopping\nhttp closed\ndatabase closed\n'])
})
