import { useEffect, useState } from 'react'

/** The current time in milliseconds, updated every `every` milliseconds while the component is shown. */
export function useNow(every = 1000): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), every)
    return () => clearInterval(timer)
  }, [every])
  return now
}
