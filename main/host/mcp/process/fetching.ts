import { containerOf } from '../../../../shared/risk/containers.ts'
import { fetchedBy } from '../../../../shared/risk/package-runners.ts'
import { programsOf } from '../../../../shared/risk/wrapped-program.ts'

/** A program that fetches the code it runs, such as npx, and the package it was told to run. */
export type Fetch = {
  runner: string
  what?: string | undefined
  /** Variables with proxies that it doesn't get. */
  withheld?: string[] | undefined
}

const longestName = 200

/**
 * The package or image a command fetches before the server runs, if any. Guessed from its words; used for patience,
 * never for trust.
 */
export function fetchOf(command: string, args: string[]): Fetch | undefined {
  for (const program of programsOf(command, args)) {
    const fetched = fetchedBy(program)
    if (fetched) return { runner: fetched.runner, what: fetched.packages[0]?.spec.slice(0, longestName) }
    const contained = containerOf(program)
    if (contained) return { runner: contained.program, what: contained.image?.slice(0, longestName) }
  }
  return undefined
}
