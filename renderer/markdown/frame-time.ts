/** How long work that can wait may take of one frame, in milliseconds. */
const budget = 6

const queue: (() => void)[] = []
let spent = 0
let isDue = false
let isRunning = false

/**
 * Runs a piece of work at once while this frame has time for it, and in a later frame otherwise, in order. So a few
 * formulas are there when their row is, and a thousand come without a halt. The returned function withdraws it.
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

/** Work can ask for more work, which waits for its turn. */
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
