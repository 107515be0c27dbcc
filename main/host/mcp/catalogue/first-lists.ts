import type { Catalogue } from './catalogue.ts'

/** How long readiness waits for what is listed besides tools. */
const othersMs = 2000

const timer = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref())

/** Resolves with all lists, or with the tools where the others take long, or after `mostMs`. */
export function firstLists(catalogue: Catalogue, mostMs: number): Promise<void> {
  const listed = async (): Promise<void> => {
    const { others } = await catalogue.refresh()
    await Promise.race([others, timer(othersMs)])
  }
  return Promise.race([listed(), timer(mostMs)])
}
