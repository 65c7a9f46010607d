/** `npm run bench <name>`: measures one thing on this machine and prints what it found. */
type Bench = (args: string[]) => Promise<boolean>

/** Each is loaded only when it is asked for: what one of them needs should not run beside another one's figures. */
const benches: Record<string, () => Promise<Bench>> = {
  http: async () => (await import('./http/index.ts')).benchHttp,
  ledger: async () => (await import('./ledger/index.ts')).benchLedger,
  reads: async () => (await import('./reads/index.ts')).benchReads,
  web: async () => (await import('./web.ts')).benchWeb,
}

const [name = '', ...args] = process.argv.slice(2)
const bench = await benches[name]?.()
if (!bench) {
  process.stderr.write(`Usage: npm run bench -- ${Object.keys(benches).join(' | ')}\n`)
  process.exit(2)
}
process.exitCode = (await bench(args)) ? 0 : 1
