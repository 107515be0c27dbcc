/** Why a target is missed, as a profile shows it, by the names of rows. */
export const reasons: readonly (readonly [RegExp, string])[] = [
  [
    /^one call of 1 KB$/,
    'one commit of the five records takes two thirds of the time: half of it waits for the disk, half writes rows and their indexes. The rest is the way through checks and rules, and the server’s answer.',
  ],
  [
    /^32 calls in flight/,
    'all 32 share one commit and send no message to a thread. What remains is 0.4 ms per call for its five records with their columns, hashes and indexes.',
  ],
  [/^a turn/, 'each step waits for two commits: one before the model request, one before the call. Both are promises.'],
  [
    /servers?: /,
    'not profiled yet; containment starts each program through two small programs, and the handshake asks for the current revision first.',
  ],
  [/^a result of/, 'not profiled yet; a long result is hashed, checked and kept on disk before anyone sees it.'],
  [
    /^a durable append/,
    'a record is a row with its indexes, a body and a hash on several pages of the database; the floor is one write of 4 KB.',
  ],
  [
    /^a call from the command line/,
    'not profiled again; the host opens its journal and probes containment before the server starts.',
  ],
  [/^start until/, 'not profiled yet.'],
]
