import { useEffect, useState } from 'react'
import { fetchFile } from './api.ts'
import { queryKeys } from './query-keys.ts'
import { queryClient } from './query.ts'

/**
 * A picture that only this user may see, as an address for `<img>`. An image element cannot send the bearer, so the
 * bytes are fetched and held in memory until the component goes.
 * @param path `/api/files/fil_…` as the server names it, or null
 */
export const useFileUrl = (path: string | null): string | null => {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    const id = path === null ? null : (/fil_[0-9a-f]{32}/.exec(path)?.[0] ?? null)
    if (id === null) return undefined
    let isLeft = false
    let made: string | null = null
    // Under one id there is always the same picture, and a list shows a person many times.
    queryClient
      .fetchQuery({ queryKey: queryKeys.file(id), queryFn: () => fetchFile(id), staleTime: Infinity, retry: false })
      .then((blob) => {
        if (isLeft) return
        made = URL.createObjectURL(blob)
        setUrl(made)
      })
      // Without the picture the initials are shown.
      .catch(() => undefined)
    return () => {
      isLeft = true
      if (made !== null) URL.revokeObjectURL(made)
      setUrl(null)
    }
  }, [path])
  return url
}
