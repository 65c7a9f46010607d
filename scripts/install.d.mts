export const root: string
export const run: (
  command: string,
  args: string[],
  options?: { cwd?: string; quiet?: boolean; env?: Record<string, string> },
) => Promise<string>
export const withProgress: <T>(title: string, work: () => Promise<T>) => Promise<T>
export const installLocked: (folder: string, title: string) => Promise<void>
export const goOnWith: (script: string) => Promise<void>
