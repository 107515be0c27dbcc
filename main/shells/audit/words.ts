/** Texts of `atrium audit`: its help, what verification found, and problems. */
export const auditWords = {
  usage: `Atrium’s audit log. Works while Atrium is running, and never changes the log.

  verify [file]        Check the log, or an exported log; "-" reads an export from standard input.
      --key <key>      Count only signatures by this public key, or by a key that it signed.
  export               Write records with their proof as lines of JSON.
      --since <date>   --server <id>   --tool <name>   --conversation <id>
      --type <kind>    --outcome <outcome>   (both can be repeated)
      --text <words>   Only records that match all filters include their content.
      --out <file>     Write to this file, which must not exist yet.
  show <number>        Print one record.
  --data-dir <path>    Where Atrium keeps its log, if not in the default location.
  --help               Print this help.

Exit codes of verify: 0 the log is intact; 1 any other error; 2 a record was changed; 3 records are missing at the end;
4 the last records aren’t signed yet, or there are none; 5 Atrium noticed that the log or its signatures were replaced
while it was closed; 6 the export isn’t signed as a whole. Only exports that the app wrote are.
`,

  unknownCommand: (command: string) => `Unknown command “${command}”. Use verify, export or show.`,
  showNeedsNumber: 'show needs a record number.',
  notDate: (text: string) => `“${text}” isn’t a date, such as 2026-11-30.`,
  invalid: (option: string) => `Invalid value for ${option}.`,
  noLog: (file: string) => `No log at ${file}. Use --data-dir to say where it is.`,
  fileExists: (file: string) => `${file} exists already. Choose another name.`,
  noFile: (file: string) => `No file named ${file}.`,
  beingWritten: (file: string) => `Can’t copy the log ${file} while it’s being written. Close Atrium and try again.`,
  unreadable: (reason: string) => `Can’t read the log: ${reason}.`,
  column: (name: string, value: string | number) => `${name}: ${value}`,
  erased: 'Its content was erased.',

  broken: (seq: number, reason: string) => `The log is broken at record ${seq}: ${reason}`,
  cut: (last: number, signedUpTo: number) =>
    `The log was cut short: it ends at record ${last}, but used to reach record ${signedUpTo}.`,
  stripped: (signedUpTo: number) =>
    `Signatures were removed: record ${signedUpTo} was signed, but the file of signed heads no longer says so.`,
  empty: 'The log has no records, so nothing was checked.',
  intact: ({ records, erased }: { records: number; erased: number }) =>
    `The log is intact: ${records} records${erased === 0 ? '' : `, ${erased} with their content erased`}`,
  noneSigned: (intact: string) => `${intact}. None are signed.`,
  signed: (intact: string, seq: number, day: string) => `${intact}, signed up to record ${seq} on ${day}.`,
  lastNotSigned: (count: number) => `The last ${count} are not signed.`,
  newKey: (seq: number) =>
    `Record ${seq} introduces a signing key that wasn’t signed by the previous key. Either that key was lost, or someone else wrote the records from there on.`,
  replaced: (seq: number) =>
    `Record ${seq} says the log or its signatures were changed or replaced while Atrium was closed. Nothing proves the records before it.`,
  exportedAll: (last: number) => `This export has all records, 1 to ${last}.`,
  exportedSome: (its: { first: number; last: number; leftOut: number; filter: string }) =>
    `This export has records ${its.first} to ${its.last}, ${its.leftOut} of them without content. Its filter: ${its.filter}`,
  signedWhole: 'Atrium signed it as a whole.',
  notSignedWhole:
    'Atrium didn’t sign it as a whole: content can have been taken out, and records at its beginning and end. Export from the app for a signature.',
  setBack: (times: number, first: number) =>
    `The computer’s clock was set back ${times === 1 ? 'once' : `${times} times`}, first before record ${first}. Record numbers show the true order.`,
} as const
