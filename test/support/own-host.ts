import { onTestFinished } from 'vitest'
import { Atrium } from './atrium.ts'

/** A host of this test alone, in a file whose tests share one; it is closed when the test ends. */
export async function ownHost(options: Parameters<typeof Atrium.start>[0] = {}): Promise<Atrium> {
  const atrium = await Atrium.start(options)
  onTestFinished(() => atrium.close())
  return atrium
}
