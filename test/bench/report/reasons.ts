/** Why a target is missed, as a profile shows it, by the names of rows. */
export const reasons: readonly (readonly [RegExp, string])[] = [
  [
    /^one call of 1 KB$/,
    'of 1.05 ms, 0.44 are the commit itself: nineteen pages of 4 KB for five records and their indexes, where the floor writes one page; 0.27 write rows and hash them; the rest are checks, rules and the frames both ways. Leaving the list of calls out of the commit was tried: 7 % less. In a log of 12,000 records it is 26 pages. With the calls left out of the index by type, and absent values out of two indexes of calls, it would be a quarter less, but some queries by type would read the whole log.',
  ],
  [
    /^32 calls in flight/,
    'all 32 share one commit and send no message to a thread. What remains is 0.3 ms per call for its five records with their columns, hashes and indexes.',
  ],
  [
    /^a turn/,
    'of the processor time, 22 % are the scripted model, which both sides use, 14 % the two requests (the history repaired for the API, measured and written), 10 % the four commits, and 6 % memory collection. The conversation itself is no longer read from disk for each turn: that took 9 ms, and with 1,000 messages 20.',
  ],
  [
    /servers?: /,
    'two small programs that contain it start before each server, and the handshake asks for the current revision first: about 6 ms together. With many servers at once, the processors are the limit.',
  ],
  [
    /^a check of the log/,
    'of 9.7 µs, SQLite takes 4.6 to read a record and join its columns, SHA-256 3.3, and the signatures of the heads 0.6. The other side reads nothing, and hashes with an object for each text, which takes longer than Atrium’s single call.',
  ],
  [
    /^processor of the idle host/,
    '27 quiet seconds have 7 ms of JavaScript in a profile: timers and pings. The process takes 0.3 to 0.7 %, read in ticks of 10 ms over 3 s.',
  ],
  [
    /^a result of/,
    'of the host’s thread, 40 % is memory collection of the text’s copies, 22 % the canonical form and the hash of the arguments, 20 % writing them to the server and to the record of traffic. Reading and storing the result is less than 10 %, because threads do it.',
  ],
  [
    /over (chat|responses)/,
    'the figure lies between 1.4 and 2 from run to run: 60 ms for 20,000 deltas, of which reading their JSON takes most. The parser alone reads no JSON.',
  ],
  [
    /^opening 5,000/,
    'a thread takes about 60 ms: 73 % to read 10,000 records and parse their JSON, 7 % to fold them, and 20 % to write 2.6 MB of JSON, which the page reads in 15. The rest is the drawing of one screen, as with 50 messages.',
  ],
  [
    /^appending an answer/,
    'the figure is all that the page does for a question and its answer, drawing included, and almost the same with 50 messages: React takes half, layout and the measuring of rows a third.',
  ],
  [
    /^1,000 tokens a second, main thread/,
    'of the main thread’s time, 29 % is script (half of it React, a fifth Markdown), 29 % paints and finds the layers, and 23 % is style and layout; a fifth of that is the second layout, which keeps the end in view. The floor has one text, no styles and 2 % script. Containment of rows and groups, and simpler line breaking, change nothing.',
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
    /^launch until/,
    'a bare loop needs about three quarters of the processor time. In the profile of a slower launch (0.7 s of processor time), 110 ms of the main thread load code, 60 open and write the journal, 50 start the contained server, and the rest starts the local web server that a window would use. Codex is a native program and keeps no record.',
  ],
  [
    /^20 calls of 300 ms/,
    'they are the first calls of a program just started: before the first is sent, 42 ms compile the tool’s schema, and 45 commit what was asked and allowed. The others check nothing and keep no record.',
  ],
  [/^a call from the command line/, 'the host opens its journal and probes containment before the server starts.'],
]
