/** Why a target is missed, as a profile shows it, by the names of rows. */
export const reasons: readonly (readonly [RegExp, string])[] = [
  [
    /^one call of 1 KB$/,
    'of 1.05 ms, 0.44 are the commit itself: nineteen pages of 4 KB for five records and their indexes, where the floor writes one page; 0.27 write rows and hash them; the rest are checks, rules and the frames both ways. Leaving the list of calls out of the commit was tried: 7 % less.',
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
    'of 0.23 ms, 0.16 are SQLite’s commit of about ten pages, where the floor writes one and the sync alone takes 0.09; 0.03 insert the rows, 0.02 are salts and hashes. Without the five indexes of the records it is 15 % faster, and pages of 1 or 2 KB change nothing.',
  ],
  [
    /^the p99 of a search for a word that is everywhere/,
    'the full-text index reads every record that has one of the words a beginning stands for, even if the page needs a hundred of them.',
  ],
  [
    /^a call from the command line/,
    'not profiled again; the host opens its journal and probes containment before the server starts.',
  ],
  [/^start until/, 'not profiled yet.'],
]
