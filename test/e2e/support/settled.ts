import type { Page } from '@playwright/test'

/**
 * Waits until nothing on the page moves: no animation runs, and its height and scroll positions stay for some frames.
 */
export const settled = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const frame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve))
    const shape = (): string => {
      const scrolled = [...document.querySelectorAll('*')].filter((it) => it.scrollTop > 0)
      const moving = document.getAnimations().filter((it) => it.playState === 'running' && isFinite(endOf(it)))
      return [moving.length, ...scrolled.map((it) => `${it.scrollTop}/${it.scrollHeight}`)].join()
    }
    const endOf = (it: Animation): number => Number(it.effect?.getComputedTiming().endTime)
    const same = 6
    let [last, times] = ['', 0]
    while (times < same) {
      await frame()
      const now = shape()
      times = now === last && now.startsWith('0') ? times + 1 : 0
      last = now
    }
  })
