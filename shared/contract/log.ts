/** The findings of a log check. `seq` and `records` count records from 1. */
export type LogCheck =
  /**
   * Every record is as written, as far as the check can tell. `erased` records lost their content on the user's order.
   * `signed` is the last record covered by a signed head, and when it was signed; `unsigned` records came after it.
   * `newKeys` are the records that introduce a key no earlier key signed: the old key was lost, or someone else wrote
   * from there on. `replaced` are the records at which Atrium, when it started, found that the files lacked what it had
   * signed last: nothing proves the records before them. `setBack` counts how often the system clock went back by more
   * than a second while one process was writing.
   */
  | {
      state: 'intact'
      records: number
      erased: number
      head: string
      signed: { seq: number; at: number } | null
      unsigned: number
      newKeys: number[]
      replaced: number[]
      setBack: { times: number; first: number } | null
    }
  /** `seq` is the first record that differs from the written or signed one. */
  | { state: 'broken'; seq: number; reason: string }
  /** A head covers more records than exist. */
  | { state: 'cut'; records: number; signedUpTo: number }
  /** The records exist, but the file of heads lacks the head of a record that the secret store remembers as signed. */
  | { state: 'stripped'; records: number; signedUpTo: number }

/** A check that was stopped early has no findings. */
export type LogCheckStopped = { state: 'stopped' }

/** A check's progress. */
export type LogChecking = { state: 'checking'; checked: number; records: number }
