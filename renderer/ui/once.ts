import { useState } from 'react'

/** True from the first time on that the condition holds: what opens and closes is loaded when it is first wanted, and stays. */
export function useOnce(condition: boolean): boolean {
  const [held, setHeld] = useState(condition)
  if (condition && !held) setHeld(true)
  return held || condition
}
