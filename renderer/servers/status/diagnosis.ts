/** Why a server does not run: what was found, and the one thing to do where the reason names it. */
export type Diagnosis = { cause: string; fix: string | undefined }

/** Takes the host's reason apart: what stands after the last colon is what to do. What a server said is never cut. */
export function diagnose(reason: string): Diagnosis {
  const [, cause, fix] = /^(.+): ([a-z][^“”"]*)$/s.exec(reason) ?? []
  if (cause === undefined || fix === undefined) return { cause: reason, fix: undefined }
  return { cause: `${cause}.`, fix: `${fix.charAt(0).toUpperCase()}${fix.slice(1)}` }
}
