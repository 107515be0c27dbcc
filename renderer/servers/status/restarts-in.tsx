import { restartInWords, type NextTry } from '../../state/servers/next-try.ts'
import { useNow } from '../../state/use-now.ts'

/** When a server that failed is tried again, in words, counting down. */
export function RestartsIn({ at, next }: { at: number; next: NextTry }) {
  return <span className="num">{restartInWords(at, useNow(500), next)}</span>
}
