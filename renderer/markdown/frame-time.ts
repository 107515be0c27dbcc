/** Milliseconds per frame for deferrable work. */
const budget = 6

const queue: (() => void)[] = []
let spent = 0
let isDue = false
let isRunning = false

/**
 * Runs work at once if this frame has time for it, and otherwise in a later frame, in order. A few formulas appear with
 * their row, and a thousand arrive without a pause. The returned function withdraws the work.
 */
export function inFrameTime(work: () => void): () => void {
  queue.push(work)
  if (queue.length === 1) runSome()
  if (queue.length > 0 || spent > 0) beginNextFrame()
  return () => {
    const index = queue.indexOf(work)
    if (index !== -1) queue.splice(index, 1)
  }
}

/** Work can queue more work, which waits for its turn. */
function runSome(): void {
  if (isRunning) return
  isRunning = true
  const since = performance.now()
  const before = spent
  try {
    while (spent < budget) {
      const work = queue.shift()
      if (!work) return
      work()
      spent = before + performance.now() - since
    }
  } finally {
    isRunning = false
  }
}

function beginNextFrame(): void {
  if (isDue) return
  isDue = true
  requestAnimationFrame(() => {
    isDue = false
    spent = 0
    runSome()
    if (queue.length > 0 || spent > 0) beginNextFrame()
  })
}
