import type { Requirements } from '../types.ts'

/** Passports: signed pages about one server, to hand on. */
export const passports = {
  'PASS-1': {
    source: 'docs/passports.md, What it contains',
    behaviour:
      'A passport contains names, hashes, counts and times from the journal and the pins: no secret, argument, result, environment value or home folder.',
  },
  'PASS-2': {
    source: 'docs/passports.md, What the signature says',
    behaviour: 'Its signature by the log key covers every member: any change is refused.',
  },
  'PASS-3': {
    source: 'docs/passports.md, The file',
    behaviour:
      'A cut, reformatted, oversized, deep or otherwise hostile passport is refused in a sentence and changes nothing.',
  },
  'PASS-4': {
    source: 'docs/passports.md, Add a server with one',
    behaviour:
      'A server added with a passport is trusted as any other; its first lists pin what the passport names, and only the rest is reviewed.',
  },
  'PASS-5': {
    source: 'docs/passports.md, Add a server with one',
    behaviour:
      'A passport pins nothing that would wait without it: suspicious definitions wait although it names them.',
  },
  'PASS-7': {
    source: 'docs/passports.md, Add a server with one',
    behaviour:
      'The review of a program added with a passport says whether its file has the hash in the passport; it is asked about and trusted as any other.',
  },
  'PASS-6': {
    source: 'docs/passports.md, Add a server with one',
    behaviour:
      'A passport counts until its server is removed, after every restart, and is on disk before the server is.',
  },
} as const satisfies Requirements
