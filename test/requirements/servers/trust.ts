import type { Requirements } from '../types.ts'

/** Before a program runs as a server. */
export const trust = {
  'TRU-1': {
    source: 'docs/architecture.md, States; specification, security best practices, local server compromise',
    behaviour: 'Nothing of a program runs before a person has trusted it and that is on disk.',
  },
  'TRU-2': {
    source: 'docs/threat-model.md 112; specification, show the exact command',
    behaviour:
      'The question says exactly what would run: path, arguments, folder, hash of the file, and the variables by name and origin, never by value.',
  },
  'TRU-3': {
    source: 'docs/decisions.md 1',
    behaviour: 'What was trusted is not asked about again, after a restart or a crash of the server or of Atrium.',
  },
  'TRU-4': {
    source: 'docs/interface.md, Trust and definitions',
    behaviour:
      'Whatever differs asks again and shows what was trusted before, also when the file was replaced between two starts. The file that was trusted isn’t read again while its inode, size and times are the same; on Windows it always is.',
  },
  'TRU-5': {
    source: 'docs/architecture.md, States',
    behaviour: 'Leaving off turns the server off in the configuration, in the name of who answered.',
  },
  'TRU-6': {
    source: 'docs/architecture.md, Who can answer',
    behaviour:
      'Only a session with the right to govern answers, and of two the first; what is refused changes nothing.',
  },
  'TRU-21': {
    source: 'docs/threat-model.md 251',
    behaviour:
      'A variable whose name shells take for a function, a trace or anything but a plain name is warned of, in a configuration and in the words of env and sudo.',
  },
  'TRU-7': {
    source: 'docs/architecture.md, The inbox; docs/architecture.md, States',
    behaviour:
      'The question goes with what it was about: off, removed, configured anew, closed. It never says yes by itself, and the next start asks anew.',
  },
  'TRU-8': {
    source: 'docs/decisions.md 44',
    behaviour: 'A question that waits delays no other server, no command, and does not count as time to start.',
  },
  'TRU-9': {
    source: 'docs/architecture.md, The journal',
    behaviour: 'While the log fails nobody can trust, and leaving off works.',
  },
  'TRU-10': {
    source: 'docs/interface.md, Trust and definitions',
    behaviour:
      'Only programs are asked about as programs: a server at an address runs nothing here, and what is asked about its address is a question of its own.',
  },
  'TRU-33': {
    source: 'docs/threat-model.md 114',
    behaviour: 'The terminal names every difference that the window names, also if only a variable’s value changed.',
  },
  'TRU-34': {
    source: 'docs/threat-model.md',
    behaviour:
      'A program whose file is no longer the trusted one when it has answered the handshake is ended before it is used, and the next start asks about the new file.',
  },
  'TRU-20': {
    source: 'docs/threat-model.md',
    behaviour:
      'The window, the terminal and the system’s dialog say the same of a program: file, hash, arguments, folder, variables with their values and secrets as such, what is to be considered, and each difference from what was trusted.',
  },
} as const satisfies Requirements
