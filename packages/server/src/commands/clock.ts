/**
 * `npm run clock -- …`, the time of a product that was started with `npm start`, and of its sandbox:
 *
 *   show                what time it is there
 *   forward 14d         puts it forward by days (d), hours (h) or minutes (m); it never goes back
 *
 * For looking at deadlines without waiting for them. A product in production has no such clock.
 */
import { putClockForward, readClockOffset } from '#platform/kept-clock.ts'
import { stateDirOfCommand } from '#platform/state-dir.ts'

const USAGE = 'npm run clock -- show | forward 14d'
const UNITS_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 }
const FURTHEST_MS = 400 * 86_400_000

const say = (line: string): void => void process.stdout.write(`${line}\n`)

const msOf = (text: string | undefined): number | null => {
  const [, count = '', unit = ''] = /^(\d{1,5})([mhd])$/.exec(text ?? '') ?? []
  const ms = Number(count) * (UNITS_MS[unit] ?? 0)
  return ms > 0 && ms <= FURTHEST_MS ? ms : null
}

/** The outside world lives in the same time, or its papers would be old ones. */
const putSandboxForward = async (ms: number): Promise<void> => {
  const url = `http://127.0.0.1:${Number(process.env.PUENTE_PORT ?? 3000) + 10}/clock/advance`
  const body = JSON.stringify({ seconds: Math.round(ms / 1000) })
  const headers = { 'content-type': 'application/json' }
  await fetch(url, { method: 'POST', headers, body }).catch(() => say('The sandbox is not running, and keeps its time'))
}

const [command, text] = process.argv.slice(2)
const ms = msOf(text)
const stateDir = stateDirOfCommand()
if (command === 'show') say(new Date(Date.now() + readClockOffset(stateDir)).toISOString())
else if (command === 'forward' && ms !== null && process.env.NODE_ENV !== 'production') {
  const offsetMs = putClockForward(stateDir, ms)
  await putSandboxForward(ms)
  say(`It is ${new Date(Date.now() + offsetMs).toISOString()} now. What is due then is done within a minute`)
} else {
  process.stderr.write(`${USAGE}\n`)
  process.exitCode = 1
}
