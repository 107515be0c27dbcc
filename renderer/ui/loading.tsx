import { useEffect, useState, type ReactNode } from 'react'
import styles from './loading.module.css'

/** Milliseconds until a wait shows a placeholder, a sentence, and a way out. */
const stages = [150, 3000, 10_000]

/**
 * A wait: nothing for 150 ms, then lines in the shape of what comes, after 3 s the sentence `what`
 * ("Loading conversations…"), after 10 s `wayOut`.
 */
export function Loading({ what, lines = 3, wayOut }: { what: string; lines?: number; wayOut?: ReactNode }) {
  const stage = useStage()
  return (
    <div className={styles.loading} role="status" aria-busy>
      {stage > 0 && Array.from({ length: lines }, (_, line) => <div key={line} className={styles.line} />)}
      {stage > 1 && <p className="small ink2">{what}</p>}
      {stage > 2 && wayOut}
    </div>
  )
}

function useStage(): number {
  const [stage, setStage] = useState(0)
  useEffect(() => {
    const timers = stages.map((after, index) => setTimeout(() => setStage(index + 1), after))
    return () => timers.forEach(clearTimeout)
  }, [])
  return stage
}
