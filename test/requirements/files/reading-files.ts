import type { Requirements } from '../types.ts'

/** How files that others made are read, before a model gets any of them. */
export const readingFiles = {
  'FIL-2': {
    source: 'docs/guide.md, Files',
    behaviour: 'A file reaches the model by the same code from an attachment, a resource, a prompt and a result',
  },
  'FIL-10': {
    source: 'docs/guide.md, Files',
    behaviour:
      'Documents, workbooks, presentations, OpenDocument texts, books, pages, tables and notebooks give their text in one form',
  },
  'FIL-11': {
    source: 'docs/guide.md, Files',
    behaviour: 'A file’s kind is told by its bytes and its package’s types, whatever its name says',
  },
  'FIL-12': {
    source: 'docs/guide.md, Files',
    behaviour: 'A file that can’t be read is refused in one sentence that says why and what to do',
  },
  'FIL-17': {
    source: 'docs/threat-model.md, Files',
    behaviour: 'Erasing a conversation removes the bytes and the text of its files',
  },
  'FIL-18': {
    source: 'docs/threat-model.md, Files',
    behaviour: 'One file in two messages is stored once',
  },
  'FIL-19': {
    source: 'docs/threat-model.md, Files',
    behaviour: 'Text that nobody can see is reported, and isn’t part of the text that a model gets',
  },
  'FIL-21': {
    source: 'docs/threat-model.md, Files',
    behaviour: 'Extracted text stands between lines that its file can’t know',
  },
  'FIL-22': {
    source: 'docs/threat-model.md, Files',
    behaviour: 'A passage of a file’s text is found in a call’s arguments, whether or not it can be seen',
  },
  'FIL-24': {
    source: 'docs/threat-model.md, Files',
    behaviour: 'What reads files reaches no network, no file and no other program, and has no environment',
  },
  'FIL-25': {
    source: 'docs/threat-model.md, Files',
    behaviour: 'No file costs more than 400 MB and its time: its reader is ended, and the host goes on',
  },
  'FIL-26': {
    source: 'docs/threat-model.md, Files',
    behaviour: 'The death of a reader makes one file unreadable, and nothing else',
  },
  'FIL-29': {
    source: 'docs/threat-model.md, Files',
    behaviour: 'A file’s name is plain text of up to 200 characters without direction marks, and never used as a path',
  },
} as const satisfies Requirements
