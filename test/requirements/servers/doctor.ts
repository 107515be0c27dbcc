import type { Requirements } from '../types.ts'

/** Why servers don't run, and what helps. */
export const doctor = {
  'DOC-1': {
    source: 'docs/interface.md, Servers; docs/threat-model.md',
    behaviour:
      'A failed start gets the cause that the facts show: certain if a fact shows it, probably if a known text says so, else only how it ended.',
  },
  'DOC-2': {
    source: 'docs/threat-model.md',
    behaviour: 'No output of a server makes the search for its cause long: every repetition of a pattern is bounded.',
  },
  'DOC-3': {
    source: 'docs/interface.md, Servers; docs/threat-model.md',
    behaviour:
      'After a failed start Atrium looks at this computer, read only and within limits, and records the cause once more if that shows it better.',
  },
  'DOC-4': {
    source: 'docs/interface.md, Servers',
    behaviour: 'A suggested change is filled into the form of the settings, where the user reviews and saves it.',
  },
  'DOC-5': {
    source: 'docs/interface.md, Servers; docs/threat-model.md',
    behaviour:
      'A folder or host that a contained server was refused can be added from its failure: filled into its containment, where the user reviews and saves it; never one that holds secrets, a home folder or Atrium’s own files.',
  },
  'DOC-6': {
    source: 'docs/interface.md, Servers',
    behaviour:
      'A server that offers sign-in gets a button for it; one whose configured key is refused gets its header.',
  },
  'DOC-7': {
    source: 'docs/threat-model.md',
    behaviour:
      'If a URL on this computer has no server, its usual paths are tried without its headers; for other hosts only this computer’s network and proxy are looked at.',
  },
  'DOC-8': {
    source: 'docs/threat-model.md',
    behaviour:
      'If a contained program names a path that exists outside its view, the containment is the first suspect, whatever words the program uses.',
  },
  'DOC-9': {
    source: 'docs/threat-model.md',
    behaviour:
      'A sentence about a failed start says no more than was seen, its advice can be followed as written, and a line that says it better is quoted.',
  },
  'DOC-10': {
    source: 'docs/guide.md; docs/cli.md, Checking the installation',
    behaviour:
      'A server whose programs listen where other computers can reach them is named with the place and what to do, on its page and by `atrium doctor`, whether it runs or its start failed, and however late it begins to listen.',
  },
} satisfies Requirements
