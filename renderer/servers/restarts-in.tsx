import { useNow } from '../ui/time.tsx'

/** When a server that crashed is started again, in words. */
export function restartInWords(retryAt: number, now: number): string {
  const seconds = Math.ceil((retryAt - now) / 1000)
  return seconds <= 0 ? 'Restarting' : `Restarts in ${seconds} s`
}

/** The same, counting down. */
export function RestartsIn({ at }: { at: number }) {
  return <span className="num">{restartInWords(at, useNow(500))}</span>
}
