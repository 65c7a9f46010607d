/** Sends a signal to a process that may have just ended. */
export const killQuietly = (pid: number | null | undefined, signal: NodeJS.Signals): void => {
  if (pid === null || pid === undefined) return
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
