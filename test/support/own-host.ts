import { onTestFinished } from 'vitest'
import { Atrium } from './atrium.ts'

/** A host for this test alone, in a file whose tests share one. It closes when the test ends. */
export async function ownHost(options: Parameters<typeof Atrium.start>[0] = {}): Promise<Atrium> {
  const atrium = await Atrium.start(options)
  onTestFinished(() => atrium.close())
  return atrium
}
