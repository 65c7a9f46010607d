import type { Listen } from './connection.ts'

/** Sensible on a small machine, and safe: what was acknowledged is on the disk. Callers may override these. */
const defaults: Readonly<Record<string, string>> = {
  max_connections: '100',
  shared_buffers: '128MB',
  jit: 'off', // short queries: compiling one costs more than running it

  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  wal_level: 'replica', // online backup needs it

  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] %q%u@%d ',
  log_lock_waits: 'on',
  log_min_duration_statement: '500ms',
  // Personal data stays out of the log: no bound values, and no DETAIL lines, which quote the row that was refused.
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  log_error_verbosity: 'terse',
}

/**
 * A server process ends every statement by freeing what the statement took. Where that is the end of the heap, glibc gives
 * anything above 128 kB back to the system and has to ask for it again, page by page, for the next statement: of a short
 * transaction a seventh of the server's time. With these it keeps up to 8 MB, takes 256 kB at a time, and puts what a sort
 * or a hash may take into the heap as well. Other C libraries do not know the names.
 */
export const heapEnvironment: Readonly<Record<string, string>> = {
  MALLOC_TRIM_THRESHOLD_: String(8 << 20),
  MALLOC_TOP_PAD_: String(256 << 10),
  MALLOC_MMAP_THRESHOLD_: String(4 << 20),
}

const listening = (listen: Listen): Readonly<Record<string, string>> =>
  'socketFolder' in listen
    ? {
        listen_addresses: '',
        unix_socket_directories: listen.socketFolder,
        unix_socket_permissions: '0700',
        port: '5432',
      }
    : { listen_addresses: '127.0.0.1', unix_socket_directories: '', port: String(listen.loopbackPort) }

/**
 * Arguments of `postgres`. All settings are given here rather than in files of the data folder: they win over
 * `ALTER SYSTEM`, and a restored backup brings none of its own. Who may connect, and where, cannot be overridden.
 */
export const serverArguments = (
  dataDir: string,
  listen: Listen,
  overrides: Readonly<Record<string, string>> = {},
): string[] => [
  '-D',
  dataDir,
  ...Object.entries({ ...defaults, ...overrides, ...listening(listen) }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]),
]

/**
 * The access rules: a password for everybody, over the one way in, and no other way in. `all` leaves standbys out, so they
 * are named; only a role made for one may connect as such.
 */
export const accessRules = (listen: Listen): string =>
  ['all', 'replication']
    .map((what) =>
      'socketFolder' in listen ? `local ${what} all scram-sha-256\n` : `host ${what} all 127.0.0.1/32 scram-sha-256\n`,
    )
    .join('')
