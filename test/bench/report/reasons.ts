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
  [
    /^a turn/,
    'of the processor time, 22 % are the scripted model, which both sides use, 14 % the two requests (the history repaired for the API, measured and written), 10 % the four commits, and 6 % memory collection. The conversation itself is no longer read from disk for each turn: that took 9 ms, and with 1,000 messages 20.',
  ],
  [
    /servers?: /,
    'two small programs that contain it start before each server, its program file is hashed, and the handshake asks for the current revision first: about 6 ms together. With many servers at once, the processors are the limit.',
  ],
  [/^a check of the log/, 'SHA-256 alone takes nine tenths of it; 9.3 µs in a faster run of the same day.'],
  [
    /^processor of the idle host/,
    '25 servers are pinged and looked at each in turn; the share depends on the processor, 0.7 % in a faster run of the same day.',
  ],
  [
    /^a result of/,
    'a long result is hashed, checked and kept on disk before anyone sees it: the client alone keeps nothing.',
  ],
  [
    /over responses/,
    'the figure lies between 1.4 and 2 from run to run: 60 ms for 20,000 deltas, of which reading their JSON takes most. The parser alone reads no JSON.',
  ],
  [
    /^opening 5,000/,
    'a thread reads 10,000 records from disk in about 45 ms and writes 2.6 MB of JSON in 15, the page reads that in 15. The rest is the drawing of one screen, as with 50 messages.',
  ],
  [
    /^appending an answer/,
    'the figure is all that the page does for a question and its answer, drawing included, and almost the same with 50 messages: React takes half, layout and the measuring of rows a third.',
  ],
  [
    /^calls beside/,
    'a flood is read for 2 ms at a time on the thread that also carries the calls, and a call waits for several such turns. The flood, the good server and the host share two processors; the median of a call is 1 to 3 ms.',
  ],
  [
    /^a durable append/,
    'of 0.23 ms, 0.16 are SQLite’s commit of about ten pages, where the floor writes one and the sync alone takes 0.09; 0.03 insert the rows, 0.02 are salts and hashes. Without the five indexes of the records it is 15 % faster, and pages of 1 or 2 KB change nothing.',
  ],
  [
    /^the p99 of a search for a word that is everywhere/,
    'the full-text index reads every record that has one of the words a beginning stands for, even if the page needs a hundred of them.',
  ],
  [
    /^launch until/,
    'loading the host’s code takes half of it: Atrium opens a journal, checks its signatures and starts a local web server before its first server. Codex is a native program, and keeps no record.',
  ],
  [
    /^50 calls in a row/,
    'each step is a request to the model, a call and about ten records, committed before the next step begins; the others write nothing, or after the answer.',
  ],
  [
    /^20 calls of 300 ms/,
    'twenty calls are checked, recorded and committed before and after the 300 ms that each takes.',
  ],
  [/^a call from the command line/, 'the host opens its journal and probes containment before the server starts.'],
]
