import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { reportQuery } from './kyc-report.ts'

/**
 * The report that the steps of a visit are planned by: read when they open, since what is cached may be from before a decision that
 * the page has heard of only in part. `data` is undefined until that read has ended; if it fails, what is cached is used.
 */
export const useCurrentReport = () => {
  const report = useQuery({ ...reportQuery, refetchOnMount: 'always' })
  const [isCurrent, setIsCurrent] = useState(!report.isFetching)
  if (!isCurrent && !report.isFetching) setIsCurrent(true)
  return { ...report, data: isCurrent ? report.data : undefined }
}
