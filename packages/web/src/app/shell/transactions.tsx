/** What can be done with money, behind the centre toggle: one line each. */
import Send from 'lucide-react/icons/send'
import { paths, useScreenExists } from '#lib/layout/paths.ts'

const entries = [{ key: 'sendInApp', path: paths.sendInApp.path, icon: <Send /> }] as const

/** The entries whose screens there are. */
export const useTransactions = () => {
  const exists = useScreenExists()
  return entries.filter(({ path }) => exists(path))
}
