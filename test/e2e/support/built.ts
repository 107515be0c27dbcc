import type { Page } from '@playwright/test'

/** Counts the elements the page builds from now on: the cost of a press, on any machine. */
export async function countBuilt(page: Page): Promise<() => Promise<number>> {
  const counter = await page.evaluateHandle(() => {
    let built = 0
    const observer = new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes) if (node instanceof Element) built += 1 + node.querySelectorAll('*').length
    })
    observer.observe(document, { childList: true, subtree: true })
    return () => built
  })
  return () => counter.evaluate((built) => built())
}
