import type { BundleRefusal, RefusedBundle } from '../../../shared/config/bundle.ts'
import { clip } from '../../../shared/text/clip.ts'

/** Max names that a refusal lists, and max characters of each. */
const mostNamed = 20
const longestNamed = 200

/** Ends the reading of a bundle. It crosses to the host as a value. */
export class Refusal extends Error {
  readonly refused: RefusedBundle

  constructor(code: BundleRefusal, { paths, file }: { paths?: string[]; file?: string } = {}) {
    super(code)
    this.refused = {
      refused: code,
      ...(paths && { paths: paths.slice(0, mostNamed).map((path) => clip(path, longestNamed)) }),
      ...(file !== undefined && { file: clip(file, longestNamed) }),
    }
  }
}

/** Runs a reading; only refusals become values. */
export async function refusedOr<T>(read: () => Promise<T>): Promise<T | RefusedBundle> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof Refusal) return error.refused
    throw error
  }
}
