/** What a check of the log found. `seq` and `records` count records from 1. */
export type LogCheck =
  /**
   * Every record is what was written, as far as it can be told. `erased` records lost their content on the person's
   * order. `signed` is the last record that a head vouches for, and when it was signed; `unsigned` records came after
   * it. `newKeys` are the records that introduce a key which no key before them signed: the old one was lost, or
   * somebody else wrote from there on. `replaced` are the records at which Atrium found, when it started, that the files
   * lacked what it had signed last: nothing proves what is before them. `setBack` says how often the time of day went back by more than a second while
   * the clock that nobody can set went on, and in which record first; that is no fault of the log.
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
  /** `seq` is the first record, or what a head says of it, that is not what was written. */
  | { state: 'broken'; seq: number; reason: string }
  /** A head vouches for more records than there are. */
  | { state: 'cut'; records: number; signedUpTo: number }
  /** The records are there, but the file of heads lacks the head of a record that the secret store remembers as signed. */
  | { state: 'stripped'; records: number; signedUpTo: number }

/** A check that was stopped before its end found nothing. */
export type LogCheckStopped = { state: 'stopped' }

/** How far a check has come. */
export type LogChecking = { state: 'checking'; checked: number; records: number }
